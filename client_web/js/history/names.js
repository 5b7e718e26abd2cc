import { t } from "../lib/i18n.js"
import { HOUSE } from "./series.js"

/** @typedef {import("../protocol.js").Account} Account */

/** How an account is called. @param {Account} account @param {number} you who reads; 0: nobody in it @returns {string} */
export const nameOf = ({ player, name }, you) =>
  player === HOUSE ? t("book.house") : player === you ? t("you") : name
