/** Sounds of the table, made here: no files. Silent until the first tap, as browsers want it. */

const LOUD = 0.22

export class Sound {
  /** @type {AudioContext | null} */
  #audio = null

  /** @param {() => boolean} wanted */
  constructor(wanted) {
    this.wanted = wanted
  }

  /** Call from a tap. */
  unlock() {
    if (!("AudioContext" in window)) return
    this.#audio ??= new AudioContext()
    if (this.#audio.state === "suspended") this.#audio.resume()
  }

  /** My turn: a mõ, two knocks. */
  knock() {
    this.#wood(0, 620)
    this.#wood(0.15, 540)
  }

  /** A raise: one low knock. */
  raise() {
    this.#wood(0, 330)
  }

  /** A card: short filtered noise. */
  card() {
    const audio = this.#ready()
    if (!audio) return
    const length = 0.06
    const buffer = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate)
    const data = buffer.getChannelData(0)
    for (let at = 0; at < data.length; at += 1) data[at] = (Math.random() * 2 - 1) * (1 - at / data.length)
    const source = new AudioBufferSourceNode(audio, { buffer })
    source
      .connect(new BiquadFilterNode(audio, { type: "bandpass", frequency: 2600, Q: 0.8 }))
      .connect(this.#gain(audio, 0, length, 0.5))
    source.start()
  }

  /** Coins to the pot: two damped sines. */
  coin() {
    this.#tone(0, 1900, 0.09, "sine", 0.4)
    this.#tone(0.02, 2700, 0.09, "sine", 0.3)
  }

  /** A win: three notes of a pentatonic. */
  win() {
    for (const [at, pitch] of [523, 659, 880].entries()) this.#tone(at * 0.12, pitch, 0.25, "triangle", 0.5)
  }

  /** @param {number} wait s @param {number} pitch Hz */
  #wood(wait, pitch) {
    this.#tone(wait, pitch, 0.11, "triangle", 1)
    this.#tone(wait, pitch * 2.7, 0.03, "sine", 0.5)
  }

  /** @param {number} wait s @param {number} pitch Hz @param {number} length s @param {OscillatorType} type @param {number} loud */
  #tone(wait, pitch, length, type, loud) {
    const audio = this.#ready()
    if (!audio) return
    const tone = new OscillatorNode(audio, { type, frequency: pitch })
    tone.connect(this.#gain(audio, wait, length, loud))
    tone.start(audio.currentTime + wait)
    tone.stop(audio.currentTime + wait + length)
  }

  /** @param {AudioContext} audio @param {number} wait @param {number} length @param {number} loud */
  #gain(audio, wait, length, loud) {
    const gain = new GainNode(audio)
    const start = audio.currentTime + wait
    gain.gain.setValueAtTime(LOUD * loud, start)
    gain.gain.exponentialRampToValueAtTime(0.001, start + length)
    gain.connect(audio.destination)
    return gain
  }

  #ready() {
    const audio = this.#audio
    if (!audio || !this.wanted()) return null
    if (audio.state === "running") return audio
    // A browser puts a quiet page to sleep; the next sound finds it awake.
    audio.resume().catch(() => {})
    return null
  }
}
