// Takes the style sheet of a kind of page apart for the server, which puts into each page what that shows (docs/decisions/0164, 0188).

/**
 * `needs`: what stands in the HTML of a page that shows it: `.class`, `<tag`, ` attribute` or ` attribute="value"`.
 * @typedef {{ text: string, needs: string[] }} Selector
 * @typedef {{ kind: 'rule', selectors: Selector[], body: string }
 *   | { kind: 'group', prelude: string, parts: Part[] }
 *   | { kind: 'properties', prelude: string, all: { name: string, text: string }[] }
 *   | { kind: 'keyframes', name: string, text: string }
 *   | { kind: 'other', text: string }} Part
 */

const isGroup = /^@(media|supports|layer|container)\b/
const isForLater = /^@media (print|\(forced-colors:active\))/
/** Outside of brackets: within `:not(…)` it may hold at once. */
const waitsForSomebody = /:(hover|focus|focus-visible|focus-within|active|popover-open)\b|::backdrop\b/
/** How the pointer looks, and how something changes: nothing changes before the sheet is there. */
const isOfLater = /^(cursor|transition)(-\w+)?:/

/**
 * Without what waits for a pointer, the keyboard, a press or paper.
 * @param {string} css a sheet without comments, as the build writes it
 * @returns {Part[]}
 */
export const partsOfSheet = (css) => blocksOf(css).flatMap(partOf)

/** @returns {Part[]} */
const partOf = ({ prelude, body }) => {
  if (body === null) return [{ kind: 'other', text: `${prelude};` }]
  if (isForLater.test(prelude)) return []
  if (isGroup.test(prelude)) return [{ kind: 'group', prelude, parts: partsOfSheet(body) }]
  const text = `${prelude}{${body}}`
  const [, name] = /^@keyframes ([\w-]+)/.exec(prelude) ?? []
  if (name !== undefined) return [{ kind: 'keyframes', name, text }]
  if (prelude.startsWith('@page')) return []
  if (prelude.startsWith('@')) return [{ kind: 'other', text }]
  if (prelude === ':root') return [{ kind: 'properties', prelude, all: splitAt(body, ';').map(declaration) }]
  const selectors = splitAt(prelude, ',').filter((one) => !waitsForSomebody.test(withoutBrackets(one)))
  const now = splitAt(body, ';').filter((one) => !isOfLater.test(one))
  if (selectors.length === 0 || now.length === 0) return []
  return [
    {
      kind: 'rule',
      body: now.join(';'),
      selectors: selectors.map((one) => ({ text: one, needs: needsOf(one) })),
    },
  ]
}

/** A property of one's own has a name, by which it is used; others have none. */
const declaration = (text) => ({ name: /^--[\w-]+(?=:)/.exec(text)?.[0] ?? '', text })

/** The page's first script sets them, maybe before its sheet has come. */
const setEarly = new Set(['data-failed', 'aria-busy'])

const needsOf = (selector) => {
  const plain = withoutBrackets(selector.replaceAll(/:has\(([^(),]*)\)/g, ' $1 '))
  const outside = plain.replaceAll(/\[[^\]]*\]/g, '')
  const classes = [...outside.matchAll(/\.([\w-]+)/g)].map(([, name]) => `.${name}`)
  const tags = [...outside.matchAll(/(?:^|[\s>+~])([a-z][a-z\d]*)/gi)].map(
    ([, name]) => `<${name.toLowerCase()}`,
  )
  const attributes = [...plain.matchAll(/\[([a-z-]+)(?:=(["']?)([^\]\s"']*)\2)?\]/g)]
    .filter(([, name]) => !setEarly.has(name))
    .map(([, name, , value]) =>
      value === undefined ? ` ${name}` : ` ${name}="${value.replaceAll('\\', '')}"`,
    )
  for (const [, state] of outside.matchAll(/:(disabled|checked)\b/g)) attributes.push(` ${state}`)
  return [...new Set([...classes, ...tags, ...attributes])]
}

const withoutBrackets = (selector) => {
  let text = ''
  let depth = 0
  for (const letter of selector) {
    if (letter === '(') depth += 1
    else if (letter === ')') depth -= 1
    else if (depth === 0) text += letter
  }
  return text
}

const stringOrEscape = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\\./gs
/** Of the same length, so that places in it are places in the text. */
const withoutStrings = (text) => text.replaceAll(stringOrEscape, (one) => '_'.repeat(one.length))

/** At the signs outside of brackets and strings; empty pieces are left out. */
const splitAt = (text, sign) => {
  const pieces = []
  let depth = 0
  let from = 0
  for (const { 0: found, index } of withoutStrings(text).matchAll(/[()[\];,]/g)) {
    if ('(['.includes(found)) depth += 1
    else if (')]'.includes(found)) depth -= 1
    else if (found === sign && depth === 0) {
      pieces.push(text.slice(from, index))
      from = index + 1
    }
  }
  return [...pieces, text.slice(from)].filter((piece) => piece.trim() !== '')
}

/** The outermost blocks; `body` is null for a statement such as `@layer a, b;`. */
const blocksOf = (css) => {
  const blocks = []
  let depth = 0
  let from = 0
  let opened = 0
  for (const { 0: sign, index } of withoutStrings(css).matchAll(/[{};]/g)) {
    if (sign === '{') {
      if (depth === 0) opened = index
      depth += 1
    } else if (sign === '}') {
      depth -= 1
      if (depth > 0) continue
      blocks.push({ prelude: css.slice(from, opened).trim(), body: css.slice(opened + 1, index) })
      from = index + 1
    } else if (depth === 0) {
      blocks.push({ prelude: css.slice(from, index).trim(), body: null })
      from = index + 1
    }
  }
  return blocks
}
