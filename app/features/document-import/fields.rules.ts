import { defaultLogo, displayImageUrl } from '~/kernel/image-url.ts'
import { isRecord } from '~/kernel/json.ts'
import { cutText } from '~/kernel/text.ts'
import { timeOf } from './rules.ts'

/**
 * The fields of a document, read by name. What cannot be read as what it should be, what was read otherwise than it stood there, and what
 * nobody asked for become notes of the document, so that nothing is lost silently (D34).
 */
export interface Fields {
  /** Whether it holds something; does not count as read. */
  readonly has: (name: string) => boolean
  /** The first of `names` that holds something; '' when none does. */
  readonly text: (...names: readonly string[]) => string
  /** As `text`; '' for an address that the shop does not show (P18). */
  readonly picture: (...names: readonly string[]) => string
  /** The id in a text, or in a reference to a document of `collection`. */
  readonly id: (collection: string, ...names: readonly string[]) => string
  /** Epoch ms; null without one. */
  readonly time: (name: string) => number | null
  /** Epoch ms of a moment that an exporter wrote as fields or a number; null for a text or nothing, of which nothing is noted. */
  readonly moment: (name: string) => number | null
  /** Only a true counts. */
  readonly flag: (name: string) => boolean
  /** Only a false counts. */
  readonly denies: (name: string) => boolean
  /** A whole number from 0; 0 without one. */
  readonly count: (name: string) => number
  /** A list of texts. One text is divided where `between` is, and an item of several parts becomes one line. */
  readonly texts: (name: string, between: RegExp) => readonly string[]
  /** A list of items with fields; a text has the one field `only`, and one text is divided at its lines. */
  readonly items: (name: string, only: string) => readonly Fields[]
  /** The fields below this one. */
  readonly below: (name: string) => Fields
  /** What is not taken over by rule (docs/document-export.md). */
  readonly skip: (...names: readonly string[]) => void
}

export interface OpenDocument {
  readonly fields: Fields
  /** After all was read. */
  readonly notes: () => readonly string[]
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) ? value.every(isEmpty) : isRecord(value) && Object.values(value).every(isEmpty))

/** What careless exporters write for what they cannot write. */
const isLost = (value: unknown): boolean => typeof value === 'string' && /^\[object \w+\]$/.test(value.trim())

const plainText = (value: unknown): string | null => {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && !isLost(value) ? value : null
}

const excerpt = (value: unknown): string => cutText(JSON.stringify(value) ?? '', 60)

/** Items of a list, or of a record whose names are 0, 1, 2 …; undefined for neither. */
const listed = (value: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return value
  if (!isRecord(value) || !Object.keys(value).every((name) => /^\d+$/.test(name))) return undefined
  return Object.entries(value)
    .toSorted(([one], [other]) => Number(one) - Number(other))
    .map(([, item]) => item)
}

const leadingParts = ['name', 'title', 'item', 'text', 'description', 'amount', 'quantity', 'size', 'unit']

/** Its texts in one line, names before amounts; null when a part is no text. */
const joinedParts = (item: Readonly<Record<string, unknown>>): string | null => {
  const rank = (name: string) =>
    leadingParts.includes(name) ? leadingParts.indexOf(name) : leadingParts.length
  const parts = Object.entries(item)
    .filter(([name, part]) => name !== 'id' && !isEmpty(part))
    .toSorted(([one], [other]) => rank(one) - rank(other))
    .map(([, part]) => plainText(part))
  return parts.length === 0 || parts.includes(null) ? null : parts.join(' ')
}

/** `users/UID` of a reference in the forms of exporters; '' for anything else. */
const referenceIn = (value: unknown): string => {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (!isRecord(value)) return ''
  const { _path, path, referencePath } = value
  if (isRecord(_path) && Array.isArray(_path.segments)) return _path.segments.join('/')
  const written = [value.value, path, referencePath].find((each) => typeof each === 'string')
  return typeof written === 'string' ? written : ''
}

/** '' for a reference to another collection. */
const idOf = (collection: string, value: unknown): string => {
  const parts = isLost(value) ? [] : referenceIn(value).trim().split('/')
  const [id = '', above] = parts.toReversed()
  return above === undefined || above === collection ? id : ''
}

/** Whatever JSON holds; never throws. */
export const openDocument = (data: Readonly<Record<string, unknown>>): OpenDocument => {
  const notes = new Set<string>()
  const opened: {
    readonly at: string
    readonly value: Readonly<Record<string, unknown>>
    readonly read: Set<string>
  }[] = []

  const open = (value: Readonly<Record<string, unknown>>, at: string): Fields => {
    const read = new Set<string>()
    opened.push({ at, value, read })
    const take = (name: string) => {
      read.add(name)
      return value[name]
    }
    const firstOf = (names: readonly string[]): readonly [string, unknown] =>
      names.map((name) => [name, take(name)] as const).find(([, each]) => !isEmpty(each)) ?? ['', '']
    const unreadable = (name: string, what: unknown) =>
      void notes.add(`${at}${name} を読めないので、写しません：${excerpt(what)}`)
    const unreadableAs = <T>(name: string, what: unknown, nothing: T): T => {
      if (!isEmpty(what)) unreadable(name, what)
      return nothing
    }
    const divided = (name: string, text: string, between: RegExp): readonly string[] => {
      const parts = text
        .split(between)
        .map((part) => part.trim())
        .filter((part) => part !== '')
      notes.add(`${at}${name} は1つの文なので、${parts.length}件に分けました`)
      return parts
    }
    const itemsOf = (name: string): readonly unknown[] => {
      const found = take(name)
      if (isEmpty(found)) return []
      return listed(found) ?? (isRecord(found) ? [found] : unreadableAs(name, found, []))
    }
    return {
      has: (name) => !isEmpty(value[name]),
      text: (...names) => {
        const [name, found] = firstOf(names)
        return plainText(found) ?? unreadableAs(name, found, '')
      },
      picture: (...names) => {
        const [name, found] = firstOf(names)
        const address = plainText(found) ?? unreadableAs(name, found, '')
        const shown = displayImageUrl(address)
        if (shown !== defaultLogo) return shown
        return address.trim() === defaultLogo ? '' : unreadableAs(name, address, '')
      },
      id: (collection, ...names) => {
        const [name, found] = firstOf(names)
        return idOf(collection, found) || unreadableAs(name, found, '')
      },
      time: (name) => {
        const found = take(name)
        return timeOf(found) ?? unreadableAs(name, found, null)
      },
      moment: (name) => (typeof value[name] === 'string' ? null : timeOf(take(name))),
      flag: (name) => {
        const found = take(name)
        return found === true || (found === 'true' ? true : unreadableAs(name, found, false))
      },
      denies: (name) => {
        const found = take(name)
        return found === false || found === 'false'
      },
      count: (name) => {
        const found = take(name)
        return typeof found === 'number' && Number.isSafeInteger(found) && found >= 0
          ? found
          : unreadableAs(name, found, 0)
      },
      texts: (name, between) => {
        const whole = plainText(value[name])
        if (whole !== null && !isEmpty(whole)) return divided(name, String(take(name)), between)
        let joined = 0
        const texts = itemsOf(name).flatMap((item) => {
          if (isEmpty(item)) return []
          const text = plainText(item) ?? (isRecord(item) ? joinedParts(item) : null)
          if (text === null) return unreadableAs(name, item, [])
          if (isRecord(item)) joined += 1
          return [text]
        })
        if (joined > 0) notes.add(`${at}${name} の${joined}件は、名前や分量を1行にしました`)
        return texts
      },
      items: (name, only) => {
        const whole = plainText(value[name])
        const items =
          whole === null || isEmpty(whole) ? itemsOf(name) : divided(name, String(take(name)), /\n+/)
        return items.flatMap((item, index) => {
          if (isEmpty(item)) return []
          const text = plainText(item)
          if (text !== null) return [open({ [only]: text }, '')]
          return isRecord(item) ? [open(item, `${at}${name}[${index + 1}].`)] : unreadableAs(name, item, [])
        })
      },
      below: (name) => {
        const found = take(name)
        return open(isRecord(found) ? found : unreadableAs(name, found, {}), `${at}${name}.`)
      },
      skip: (...names) => {
        for (const name of names) read.add(name)
      },
    }
  }

  return {
    fields: open(data, ''),
    notes: () => {
      const left = opened.flatMap(({ at, value, read }) =>
        Object.entries(value)
          .filter(([name, each]) => !read.has(name) && !isEmpty(each))
          .map(([name]) => `${at}${name}`),
      )
      return left.length === 0 ? [...notes] : [...notes, `写さない欄：${cutText(left.join('、'), 300)}`]
    },
  }
}
