import {
  type Fact,
  factOf,
  plainFact,
  type Subject,
  subjectOfKind,
  type ToldActs,
  textOfFact,
} from '~/kernel/facts.ts'
import { fieldsOf } from '~/kernel/json.ts'

/** A row of the log. */
interface Kept {
  readonly act: string
  readonly before?: unknown
  readonly after?: unknown
}

/** `before` and `after` are '' for an empty value. */
export interface Change {
  readonly name: string
  readonly before: string
  readonly after: string
}

/** What something was done to. */
export interface LogSubject {
  /** Such as 注文 K7P4-9WXD. */
  readonly text: string
  /** The order's number. */
  readonly order: string | null
  /** The product's number; null for one that the shop has no more. */
  readonly product: string | null
}

interface ToldEntry {
  readonly id: string
  /** Epoch ms. */
  readonly happenedAt: number
  readonly who: string
  readonly act: string
  readonly changes: readonly Change[]
  /** Values were kept, and none of them differs. */
  readonly isUnchanged: boolean
}

/** One row. */
export interface LogEntry extends ToldEntry, LogSubject {}

/** What one press did: to one thing, or to several (N138), whose changes its own list tells. */
export interface LogRow extends ToldEntry {
  /** The first ones. */
  readonly subjects: readonly LogSubject[]
  readonly count: number
  /** Of a press that did several things. */
  readonly press: string | null
}

/** Of what a press did to several things, as many are named in its row. */
export const mostInFold = 20

/** Who did what no person did. */
export const machineName = 'お店のコンピューター'

/** Columns of the log that sort it. */
export type LogSort = 'at' | 'who' | 'act'

export type LogFilterKey = 'act' | 'who' | 'order' | 'product' | 'from' | 'to'

const longestText = 200

const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields that differ, as the act names them; each text at most 200 characters. */
export const changesOf = (acts: ToldActs, { act, before, after }: Kept): Change[] => {
  const changeOf = (name: string, fact: Fact | null | undefined, former: unknown, later: unknown) => {
    const textOf = (value: unknown) => {
      const text = textOfFact(fact, value)
      return text.length > longestText ? `${text.slice(0, longestText)}…` : text
    }
    return { name, before: textOf(former), after: textOf(later) }
  }
  const [former, later] = [fieldsOf(before), fieldsOf(after)]
  const changes =
    isRecord(before) || isRecord(after)
      ? [...new Set([...Object.keys(former), ...Object.keys(later)])].flatMap((key) => {
          const fact = factOf(acts, act, key)
          return fact === null ? [] : changeOf(fact?.label ?? key, fact, former[key], later[key])
        })
      : [changeOf('', undefined, before, after)]
  return changes.filter((change) => change.before !== change.after)
}

/** Whether an act kept what it found; acts that keep no values tell by their name what they did. */
export const isUnchanged = (acts: ToldActs, { act, before, after }: Kept): boolean =>
  isRecord(before) &&
  isRecord(after) &&
  Object.keys(fieldsOf(before)).some((key) => factOf(acts, act, key) !== null && key in fieldsOf(after)) &&
  changesOf(acts, { act, before, after }).length === 0

/**
 * In the owner's words (N111); `subject` comes from `actOnce`, such as 'product:F-1'; `order` is its order's number. With `kept` also
 * what its values call it.
 */
export const subjectText = (
  acts: ToldActs,
  subject: string,
  order: string | null,
  kept: Pick<Kept, 'before' | 'after'> = {},
): string => {
  const [kind = '', ...rest] = subject.split(':')
  const {
    name,
    idText = (id: string) => id,
    namedBy = '',
  }: Omit<Subject, 'kind'> = subjectOfKind(acts, kind) ?? { name: kind }
  const called = plainFact(fieldsOf(kept.after)[namedBy] ?? fieldsOf(kept.before)[namedBy])
  return [name, order ?? idText(rest.join(':')), called].filter((part) => part !== '').join(' ')
}
