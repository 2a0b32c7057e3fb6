import { EndlessList, NotS3 } from './s3-fault.ts'

/** An object of a list. */
export interface ListedObject {
  readonly name: string
  readonly bytes: number
  /** Epoch ms. */
  readonly putAt: number
}

interface ListPage {
  readonly objects: readonly ListedObject[]
  /** What the next page is asked with; undefined behind the last one. */
  readonly token: string | undefined
}

/** Tokens of real stores have some hundred characters. */
const longestToken = 4_096

/**
 * A page of a list (version 2), read from its start to its end once, whatever a server puts into it. Throws NotS3 for what is no
 * list, has more objects than were asked for or counts some and shows none, and EndlessList where it says that more follows, and not with what to ask for it.
 */
export const readListPage = (xml: string, most: number): ListPage => {
  const root = xml.indexOf('<ListBucketResult')
  if (root === -1) throw new NotS3('no list')
  const objects: ListedObject[] = []
  const besides: string[] = []
  for (let at = root; ; ) {
    const from = xml.indexOf('<Contents>', at)
    const to = from === -1 ? -1 : xml.indexOf('</Contents>', from)
    besides.push(xml.slice(at, to === -1 ? undefined : from))
    if (to === -1) break
    if (objects.length === most) throw new NotS3('more than was asked for')
    const one = xml.slice(from, to)
    objects.push({
      name: textIn(one, 'Key') ?? '',
      bytes: Number(textIn(one, 'Size')),
      putAt: new Date(textIn(one, 'LastModified') ?? '').getTime(),
    })
    at = to
  }
  const facts = besides.join('')
  if (objects.length === 0 && Number(textIn(facts, 'KeyCount') ?? 0) > 0)
    throw new NotS3('objects that are told otherwise')
  if (textIn(facts, 'IsTruncated') !== 'true') return { objects, token: undefined }
  const token = textIn(facts, 'NextContinuationToken') ?? ''
  if (token === '' || token.length > longestToken) throw new EndlessList('no token')
  return { objects, token }
}

/** The text of the first element of that name, which has no attributes; undefined where there is none. */
export const textIn = (xml: string, name: string): string | undefined => {
  const from = xml.indexOf(`<${name}>`)
  if (from === -1) return undefined
  const start = from + name.length + 2
  const to = xml.indexOf(`</${name}>`, start)
  return to === -1 ? undefined : withoutEntities(xml.slice(start, to).trim())
}

const entities = new Map([
  ['quot', '"'],
  ['apos', "'"],
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
])

/** Some stores write a quotation mark by its number. */
const withoutEntities = (text: string): string =>
  text.replaceAll(/&(?:(quot|apos|lt|gt|amp)|#(\d{1,6})|#x([\da-f]{1,5}));/gi, (_, name, decimal, hex) =>
    name === undefined
      ? String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10))
      : (entities.get(name.toLowerCase()) ?? ''),
  )
