/** Chat apps open links in a browser of their own, which keeps its own storage: a seat taken there stays there. */
const APPS = /** @type {const} */ ([
  ["Zalo", /\bZalo/i],
  ["Messenger", /FBAN\/Messenger|FB_IAB\/(?:Orca|MESSENGER)|\bMessenger/i],
  ["Facebook", /FBAN|FBAV|FB_IAB/],
  ["Instagram", /Instagram/],
  ["TikTok", /TikTok|musical_ly|BytedanceWebview/i],
  ["LINE", /\bLine\//],
  ["Viber", /\bViber/],
  ["WeChat", /MicroMessenger/],
  ["Telegram", /\bTelegram/],
  ["", /; wv\)|\(iP(?:hone|ad|od)(?!.*Safari\/).*AppleWebKit/],
])

/** @param {string} agent the browser's name for itself @returns {string | null} the app; "" for one that does not say which; null for a browser */
export const chatApp = (agent) => APPS.find(([, pattern]) => pattern.test(agent))?.[0] ?? null
