import { createHash } from 'node:crypto'
import { z } from 'zod'

/** A style element of a page; `hash` is its `sha256-…` for the policy. */
export interface ShownStyles {
  readonly text: string
  readonly hash: string
}

const property = z.object({ name: z.string(), text: z.string() })
const selector = z.object({ text: z.string(), needs: z.array(z.string()) })

/** Of a sheet, as the build wrote it (scripts/page-styles.js). A property without a name is none of one's own, so that no rule uses it. */
const sheetPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rule'), selectors: z.array(selector), body: z.string() }),
  z.object({
    kind: z.literal('group'),
    prelude: z.string(),
    get parts(): z.ZodArray<typeof sheetPart> {
      return z.array(sheetPart)
    },
  }),
  z.object({ kind: z.literal('properties'), prelude: z.string(), all: z.array(property) }),
  z.object({ kind: z.literal('keyframes'), name: z.string(), text: z.string() }),
  z.object({ kind: z.literal('other'), text: z.string() }),
])

/** Throws when the build wrote something else. */
export const sheetParts = z.array(sheetPart)

type SheetPart = z.infer<typeof sheetPart>
type Property = z.infer<typeof property>

const mostVariants = 128

/**
 * What a page shows of a sheet before anything is pressed: the rules whose classes, elements and attributes stand in its HTML, in the order
 * of the sheet, and the properties that they use. Pages that need the same share one text (docs/decisions/0164).
 */
export const createShownStyles = (parts: readonly SheetPart[]): ((html: string) => ShownStyles) => {
  const known = [...new Set(needsIn(parts))]
  const marksOf = createLook(known)
  const keyframes = parts.flatMap(keyframesIn)
  const properties = parts.flatMap(propertiesIn)
  const variants = new Map<string, ShownStyles>()
  const chosen = (shown: ReadonlySet<string>) => {
    const rules = textOf(parts, shown, new Set())
    const used = keyframes.filter(({ name }) => rules.includes(name)).map(({ text }) => text)
    return `${textOf(parts, shown, usedIn(rules + used.join(''), properties))}${used.join('')}`
  }
  return (html) => {
    const marks = marksOf(html)
    const key = marks.toString('latin1')
    const made = variants.get(key) ?? hashed(chosen(new Set(known.filter((_, at) => marks[at] === 1))))
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

/** Marks, by its place, what of `known` stands in the page, but for what is closed until it is pressed: dialogs, and what a summary opens. */
const createLook = (known: readonly string[]): ((html: string) => Buffer) => {
  const places = new Map(known.map((need, at) => [need, at]))
  const written = writtenOf(known)
  return (html) => {
    const marks = Buffer.alloc(known.length)
    const mark = (need: string) => {
      const at = places.get(need)
      if (at !== undefined) marks[at] = 1
    }
    for (const one of new Set(withoutClosed(html).flatMap((part) => part.match(written) ?? []))) {
      const end = one.indexOf('="')
      const name = (end === -1 ? one : one.slice(0, end)).toLowerCase()
      mark(name)
      if (name === ' class') for (const each of one.slice(end + 2, -1).split(' ')) mark(`.${each}`)
      else if (end !== -1) mark(name + one.slice(end))
    }
    return marks
  }
}

/** As React writes it: a blank before an attribute, its value in double quotes. Of an attribute that only counts with a value, those alone. */
const writtenOf = (known: readonly string[]): RegExp => {
  const anyValue = new Set(known.flatMap((need) => /^ ([a-z-]+)$/.exec(need)?.[1] ?? []))
  const exactly = known.flatMap((need) => {
    const [, name = '', value = ''] = /^ ([a-z-]+)="(.*)"$/s.exec(need) ?? []
    return name === '' || anyValue.has(name) ? [] : [`${name}="${value.replaceAll(/\W/g, '\\$&')}"`]
  })
  const anyOf = ['class', ...anyValue].map((name) => `${name}="[^"]*"`)
  return new RegExp(`<[a-z][a-z\\d]*| (?:${[...anyOf, ...exactly].join('|')})`, 'gi')
}

/** A popover that is not a dialog may be a part of a wide page. */
const closedUntilPressed =
  /<(?:(dialog|details)(?![^<>]* open="")|(div)(?=[^<>]* popover="[^<>]* role="dialog"))[^<>]*>/g

/** The parts of the page that are seen. Of what a summary opens only the summary is; of a popover its attributes, by which old browsers hide it (ui/base.css). */
const withoutClosed = (html: string): string[] => {
  const parts: string[] = []
  let from = 0
  for (const { 0: tag, 1: closed, 2: popover, index } of html.matchAll(closedUntilPressed)) {
    if (index < from) continue
    const hides = closed === 'details' ? html.indexOf('</summary>', index) : index
    const until = html.indexOf(`</${closed ?? popover}>`, hides)
    if (hides === -1 || until === -1) continue
    parts.push(html.slice(from, hides))
    if (popover !== undefined) parts.push(tag.replace(/ class="[^"]*"/, ''))
    from = until
  }
  return [...parts, html.slice(from)]
}

const needsIn = (parts: readonly SheetPart[]): readonly string[] =>
  parts.flatMap((part) => {
    if (part.kind === 'group') return needsIn(part.parts)
    return part.kind === 'rule' ? part.selectors.flatMap(({ needs }) => needs) : []
  })

const keyframesIn = (part: SheetPart): ReadonlyArray<Extract<SheetPart, { kind: 'keyframes' }>> => {
  if (part.kind === 'group') return part.parts.flatMap(keyframesIn)
  return part.kind === 'keyframes' ? [part] : []
}

const propertiesIn = (part: SheetPart): readonly Property[] => {
  if (part.kind === 'group') return part.parts.flatMap(propertiesIn)
  return part.kind === 'properties' ? part.all : []
}

const use = /var\((--[\w-]+)/g

/** The properties that a text uses, and those that these use. */
const usedIn = (text: string, properties: readonly Property[]): ReadonlySet<string> => {
  const used = new Set<string>()
  const texts = [text, ...properties.filter(({ name }) => name === '').map((one) => one.text)]
  for (const one of texts)
    for (const [, name = ''] of one.matchAll(use)) {
      if (used.has(name)) continue
      used.add(name)
      texts.push(...properties.filter((property) => property.name === name).map((property) => property.text))
    }
  return used
}

const textOf = (
  parts: readonly SheetPart[],
  shown: ReadonlySet<string>,
  used: ReadonlySet<string>,
): string => {
  let text = ''
  for (const part of parts) {
    if (part.kind === 'other') text += part.text
    else if (part.kind === 'group') {
      const inside = textOf(part.parts, shown, used)
      if (inside !== '') text += `${part.prelude}{${inside}}`
      // Where a layer is first named decides for good which others win over it, of the rules too that come later.
      else if (part.prelude.startsWith('@layer ')) text += `${part.prelude};`
    } else if (part.kind === 'properties') {
      const left = part.all.filter(({ name }) => name === '' || used.has(name))
      if (left.length > 0) text += `${part.prelude}{${left.map((one) => one.text).join(';')}}`
    } else if (part.kind === 'rule') {
      const selectors = part.selectors.filter(({ needs }) => needs.every((need) => shown.has(need)))
      if (selectors.length > 0) text += `${selectors.map((one) => one.text).join(',')}{${part.body}}`
    }
  }
  return text
}
