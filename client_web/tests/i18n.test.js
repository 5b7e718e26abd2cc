import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { words } from "./words.js"

const root = new URL("..", import.meta.url)
const vi = words("vi")
const en = words("en")

/** All sources of the client as one text. */
const sources = readdirSync(root, { recursive: true })
  .map(String)
  .filter((name) => /\.(js|html)$/.test(name) && !name.startsWith("tests"))
  .map((name) => readFileSync(new URL(name, root), "utf8"))
  .join("\n")

test("both languages have the same keys, and nothing is empty", () => {
  assert.deepEqual(Object.keys(vi).sort(), Object.keys(en).sort())
  for (const [key, text] of [...Object.entries(vi), ...Object.entries(en)]) assert.ok(text.trim(), key)
})

test("both languages fill the same places", () => {
  const places = (/** @type {string} */ text) => [...new Set(text.match(/\{\w+\}/g))].sort()
  const odd = Object.keys(vi).filter((key) => places(vi[key] ?? "").join() !== places(en[key] ?? "").join())
  assert.deepEqual(odd, [])
})

test("every key that the pages ask for is there", () => {
  const asked = [
    ...sources.matchAll(/\bt\("([\w.]+)"|data-t(?:-label|-hint)?"?[:=] ?"([\w.]+)"|new Dialog\("([\w.]+)"/g),
  ].map((found) => found[1] ?? found[2] ?? found[3] ?? "")
  assert.ok(asked.length > 150)
  assert.deepEqual(
    asked.filter((key) => !Object.hasOwn(vi, key)),
    [],
  )
})

test("every refusal and every end of the protocol has words", () => {
  const protocol = readFileSync(new URL("js/protocol.d.ts", root), "utf8")
  const codes = [...(/type ErrorCode =([^;]*);/.exec(protocol)?.[1] ?? "").matchAll(/"(\w+)"/g)].map(
    (found) => found[1],
  )
  assert.ok(codes.length > 20)
  const silent = new Set(["hello_first", "hello_twice"]) // only a broken client hears these
  assert.deepEqual(
    codes.filter((code) => !silent.has(code ?? "") && !Object.hasOwn(vi, `refused.${code}`)),
    [],
  )
})

test("every public event has words, or is drawn by itself", () => {
  const files = ["lib/eventwords.js", "components/log.js", "games/studwords.js", "games/xidachwords.js"]
  const words = files.map((name) => readFileSync(new URL(`js/${name}`, root), "utf8")).join("")
  const protocol = readFileSync(new URL("js/protocol.d.ts", root), "utf8")
  const names = [...(/type AnyEvent =([^;]*);/.exec(protocol)?.[1] ?? "").matchAll(/\| (\w+)/g)].map(
    (found) => found[1],
  )
  const tags = names.map((name) => new RegExp(`interface ${name} \\{\\s+type: "(\\w+)"`).exec(protocol)?.[1] ?? "")
  assert.ok(tags.length > 25)
  assert.deepEqual(
    tags.filter((tag) => !words.includes(`"${tag}"`)),
    [],
  )
})

test("everything that the server may say has a name in the drawer", () => {
  const protocol = readFileSync(new URL("js/protocol.d.ts", root), "utf8")
  const names = [...(/type Outbound =([^;]*);/.exec(protocol)?.[1] ?? "").matchAll(/\| (\w+)/g)].map((found) => found[1])
  const tags = names.map((name) => new RegExp(`interface ${name} \\{\\s+type: "(\\w+)"`).exec(protocol)?.[1] ?? "")
  assert.ok(tags.length > 5)
  assert.deepEqual(
    tags.filter((tag) => !Object.hasOwn(vi, `told.${tag}`)),
    [],
  )
})
