import { createHash } from 'node:crypto'

/** A style element of a page; `hash` is its `sha256-…` for the policy. */
export interface ShownStyles {
  readonly text: string
  readonly hash: string
}

interface Selector {
  readonly text: string
  /** Which an element must have, or stand within. */
  readonly classes: readonly string[]
}

type Part =
  | { readonly kind: 'rule'; readonly selectors: readonly Selector[]; readonly body: string }
  | { readonly kind: 'group'; readonly prelude: string; readonly parts: readonly Part[] }
  | { readonly kind: 'keyframes'; readonly name: string; readonly text: string }
  | { readonly kind: 'other'; readonly text: string }

const mostVariants = 64

/**
 * What a page shows of `sheet` before anything is pressed: the rules whose classes stand in its HTML, in the order of the sheet, without
 * those that wait for a pointer, the keyboard or paper. Pages with the same classes share one text (docs/decisions/0164).
 */
export const createShownStyles = (sheet: string): ((html: string) => ShownStyles) => {
  const parts = partsOf(sheet)
  const keyframes = keyframesIn(parts)
  const known = new Set(classesOfParts(parts))
  const variants = new Map<string, ShownStyles>()
  const chosen = (classes: ReadonlySet<string>) => {
    const rules = rulesFor(parts, classes)
    const used = keyframes.filter(({ name }) => rules.includes(name))
    return `${rules}${used.map(({ text }) => text).join('')}`
  }
  return (html) => {
    const classes = classesIn(html, known)
    const key = [...classes].sort().join(' ')
    const made = variants.get(key) ?? hashed(chosen(classes))
    // The last used one is the last to go.
    variants.delete(key)
    variants.set(key, made)
    if (variants.size > mostVariants) variants.delete(variants.keys().next().value ?? '')
    return made
  }
}

const hashed = (text: string): ShownStyles => ({
  text,
  hash: `sha256-${createHash('sha256').update(text).digest('base64')}`,
})

/** Not of a dialog, which is closed until a script opens it. */
const classAttribute = /<(?!dialog)[a-z][^<>]*? class="([^"]*)"/g

const classesIn = (html: string, known: ReadonlySet<string>): ReadonlySet<string> => {
  const lists = new Set<string>()
  for (const [, list = ''] of html.matchAll(classAttribute)) lists.add(list)
  const classes = new Set<string>()
  for (const list of lists) for (const name of list.split(' ')) if (known.has(name)) classes.add(name)
  return classes
}

const classesOfParts = (parts: readonly Part[]): readonly string[] =>
  parts.flatMap((part) => {
    if (part.kind === 'group') return classesOfParts(part.parts)
    return part.kind === 'rule' ? part.selectors.flatMap(({ classes }) => classes) : []
  })

const rulesFor = (parts: readonly Part[], classes: ReadonlySet<string>): string => {
  let text = ''
  for (const part of parts) {
    if (part.kind === 'other') text += part.text
    else if (part.kind === 'group') {
      const inside = rulesFor(part.parts, classes)
      if (inside !== '') text += `${part.prelude}{${inside}}`
    } else if (part.kind === 'rule') {
      const selectors = part.selectors.filter((one) => one.classes.every((name) => classes.has(name)))
      if (selectors.length > 0) text += `${selectors.map((one) => one.text).join(',')}{${part.body}}`
    }
  }
  return text
}

const keyframesIn = (parts: readonly Part[]): ReadonlyArray<Extract<Part, { kind: 'keyframes' }>> =>
  parts.flatMap((part) => {
    if (part.kind === 'group') return keyframesIn(part.parts)
    return part.kind === 'keyframes' ? [part] : []
  })

const partsOf = (css: string): readonly Part[] => blocksOf(css).flatMap(partOf)

const isGroup = /^@(media|supports|layer|container)\b/
const isForLater = /^@media (print|\(forced-colors:active\))/
/** Outside of brackets: within `:not(…)` it may hold at once. */
const waitsForSomebody = /:(hover|focus|focus-visible|focus-within|active|popover-open)\b|::backdrop\b/

const partOf = ({ prelude, body }: Block): readonly Part[] => {
  if (body === null) return [{ kind: 'other', text: `${prelude};` }]
  if (isForLater.test(prelude)) return []
  if (isGroup.test(prelude)) return [{ kind: 'group', prelude, parts: partsOf(body) }]
  const text = `${prelude}{${body}}`
  const [, name] = /^@keyframes ([\w-]+)/.exec(prelude) ?? []
  if (name !== undefined) return [{ kind: 'keyframes', name, text }]
  if (prelude.startsWith('@page')) return []
  if (prelude.startsWith('@')) return [{ kind: 'other', text }]
  const selectors = selectorsOf(prelude).filter((one) => !waitsForSomebody.test(withoutBrackets(one)))
  if (selectors.length === 0) return []
  return [{ kind: 'rule', body, selectors: selectors.map((one) => ({ text: one, classes: classesOf(one) })) }]
}

const classesOf = (selector: string): readonly string[] =>
  [...withoutBrackets(selector).matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name)

const withoutBrackets = (selector: string): string => {
  let text = ''
  let depth = 0
  for (const letter of selector) {
    if (letter === '(' || letter === '[') depth += 1
    else if (letter === ')' || letter === ']') depth -= 1
    else if (depth === 0) text += letter
  }
  return text
}

const selectorsOf = (prelude: string): readonly string[] => {
  const selectors: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < prelude.length; at += 1) {
    const letter = prelude[at]
    if (letter === '(' || letter === '[') depth += 1
    else if (letter === ')' || letter === ']') depth -= 1
    else if (letter === ',' && depth === 0) {
      selectors.push(prelude.slice(from, at))
      from = at + 1
    }
  }
  return [...selectors, prelude.slice(from)]
}

interface Block {
  readonly prelude: string
  /** Null for a statement such as `@layer a, b;`. */
  readonly body: string | null
}

const stringOrEscape = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\\./gs

/** The outermost blocks of a sheet without comments, as the build writes it. */
const blocksOf = (css: string): readonly Block[] => {
  // Of the same length, so that places in it are places in the sheet.
  const plain = css.replaceAll(stringOrEscape, (text) => '_'.repeat(text.length))
  const blocks: Block[] = []
  let depth = 0
  let from = 0
  let opened = 0
  for (const { 0: sign, index } of plain.matchAll(/[{};]/g)) {
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
