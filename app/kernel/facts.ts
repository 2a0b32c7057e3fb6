import { deskMoment } from './dates.ts'
import { formatYen, yen } from './money.ts'

/** A value that a row of the desk's log keeps: its name, and its text where the value alone is none. */
export interface Fact {
  readonly label: string
  /** '' for an empty value. */
  readonly text?: (value: unknown) => string
}

/** By the key in the row; null for what the act's words say already, and for numbers of our own. */
export type Facts = Readonly<Record<string, Fact | string | null>>

/** What acts are done to: `order:ID` in a row of the log, without an id where the shop has one such thing alone. */
export interface Subject {
  readonly kind: string
  /** Such as 注文. */
  readonly name: string
  /** What the owner reads in place of the id; '' for ids that only the shop knows. */
  readonly idText?: (id: string) => string
  /** The fact that names it, in place of the id: told with it, not among the changes. */
  readonly namedBy?: string
}

/** What the log, the history of an order and the page that was led to tell of an act. */
export interface ToldAct {
  readonly words: string
  /** Said by the page that it leads to. */
  readonly done: string
  readonly subjects: readonly Subject[]
  readonly facts: Facts
  /** Whether a packer reads in the history of an order that it happened. */
  readonly packersSee: boolean
}

/** By the name in the log. */
export type ToldActs = ReadonlyMap<string, ToldAct>

/** What a page says whose address names in `done` the act that led there; null for none and for any other word. */
export const doneText = (acts: ToldActs, named: string | null): string | null =>
  (named === null || named === '' ? undefined : acts.get(named)?.done) ?? null

/** Undefined for a kind that no act is done to. */
export const subjectOfKind = (acts: ToldActs, kind: string): Subject | undefined => {
  for (const { subjects } of acts.values()) {
    const found = subjects.find((subject) => subject.kind === kind)
    if (found !== undefined) return found
  }
  return undefined
}

export const sumFact = (label: string): Fact => ({
  label,
  text: (value) => (typeof value === 'number' ? `${formatYen(yen(value))}円` : plainFact(value)),
})

/** Of a few values, with a word for each. */
export const wordFact = (label: string, words: Readonly<Record<string, string>>): Fact => ({
  label,
  text: (value) => {
    const text = plainFact(value)
    return words[text] ?? text
  },
})

/** In epoch ms. */
export const momentFact = (label: string): Fact => ({
  label,
  text: (value) => (typeof value === 'number' ? deskMoment(value) : plainFact(value)),
})

/** '' for an empty value. */
export const plainFact = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Of this act, or of another one: an older row may keep what its act keeps no more. Undefined for a key that nobody knows. */
export const factOf = (acts: ToldActs, act: string, key: string): Fact | null | undefined => {
  const own = acts.get(act)?.facts[key]
  const found = own === undefined ? anybodysFact(acts, key) : own
  return typeof found === 'string' ? { label: found } : found
}

const anybodysFact = (acts: ToldActs, key: string): Fact | string | null | undefined => {
  // What no act keeps today first: an act may keep another thing under the same key, as a number where this is a word.
  const kept = acts.get('')?.facts[key]
  if (kept !== undefined) return kept
  const known = [...acts.values()].map(({ facts }) => facts[key]).filter((fact) => fact !== undefined)
  // What one act says in its words already, the words of another may not say.
  return known.find((fact) => fact !== null) ?? known[0]
}

export const textOfFact = (fact: Fact | null | undefined, value: unknown): string =>
  value === null || value === undefined ? '' : (fact?.text ?? plainFact)(value)
