import type { AddressRules } from './address-kinds.ts'
import { addresses, otherSpelling, otherSpellingOfDesk } from './addresses.ts'
import { patternOf } from './href.ts'

const patterns = Object.entries(addresses)
  .filter(([path]) => path.includes(':'))
  .map(([path, address]) => ({ form: patternOf(path), address }))

const exact = (path: string): AddressRules | undefined =>
  addresses[path] ?? patterns.find(({ form }) => form.test(path))?.address

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Any spelling that the router accepts, and the data requests of its script. */
export const isDeskPath = (path: string): boolean => /^\/+admin(?:[/.]|$)/i.test(decoded(path) ?? path)

const pathOfData = (path: string) => (path === '/_.data' ? '/' : path.replace(/\.data$/, ''))

/** The rules of a path without its query. `/x.data` of a page `/x` is not a value of `/:number`. */
export const addressOf = (path: string): AddressRules => {
  const isData = path.endsWith('.data')
  const unnamed = isDeskPath(path) ? otherSpellingOfDesk : otherSpelling
  const own = isData ? addresses[pathOfData(path)] : undefined
  if (own?.page) return own
  const named = exact(path)
  if (named !== undefined || !isData) return named ?? unnamed
  const shown = exact(pathOfData(path))
  return shown?.page ? shown : unnamed
}

/** Whether the path, without its query, is a page with an address of its own, in its one spelling. */
export const isPage = (path: string): boolean => exact(path)?.page ?? false

/** Whether a sign-in may lead to `path`: at the desk to whatever was asked for, which tells nobody what is there (A15, N108). */
export const mayReturnTo = (path: string): boolean =>
  isPage(path) || (isDeskPath(path) && !path.startsWith('//'))

/** Whether the payment page may lead back to `path`: no page of the desk (S4, S6). */
export const isPublicPage = (path: string): boolean => isPage(path) && exact(path)?.lane !== 'desk'

/** React Router's parameter on data requests: the routes that it needs. */
const routerParameter = '_routes'

const splitAt = (text: string, mark: string): readonly [string, string] => {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

const decodedValue = (text: string): string | null => decoded(text.replaceAll('+', ' '))

/** Further pairs are ignored, so that no query is expensive. */
const mostPairs = 100

/** A longer value is dropped on pages for everybody, where it cannot match anything. */
const longestCachedValue = 400

/** No browser sends one: what reads the address takes it out, and would render another page than the one that limits and lanes were chosen for. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/**
 * The path with known parameters in one order, without empty ones; the first of a name counts. Null: undecodable (P24), a dot segment, at
 * the desk also the undecodable value of an unknown parameter, which would tell which are known (N108).
 */
export const canonicalAddress = (url: string): string | null => {
  const [path, query] = splitAt(url, '?')
  if (dotSegment.test(path)) return null
  if (query === '') return path
  const { parameters, cache, lane } = addressOf(path)
  const names = path.endsWith('.data') ? [...parameters, routerParameter] : parameters
  const given = new Map<string, string>()
  for (const pair of query.split('&', mostPairs)) {
    const [written, value] = splitAt(pair, '=')
    const name = decodedValue(written)
    if (lane === 'desk' && decodedValue(value) === null) return null
    if (name !== null && !given.has(name)) given.set(name, value)
  }
  const known = new URLSearchParams()
  for (const name of names) {
    const value = decodedValue(given.get(name) ?? '')
    if (value === null) return null
    const isTooLong = cache === 'everybody' && value.length > longestCachedValue
    if (value !== '' && !isTooLong) known.set(name, value)
  }
  return known.size === 0 ? path : `${path}?${known}`
}

const secretPlaces = Object.entries(addresses)
  .filter(([, { secret }]) => secret)
  .map(([path]) => path.slice(0, path.indexOf(':')))

/** Decodes ASCII, repeatedly encoded too, and joins slashes. */
const plainPath = (path: string): string => {
  const written = /%(?:25)*([0-7][\da-f])/gi
  const plain = path.replace(written, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return plain.replaceAll(/[/\\]+/g, '/')
}

/** For the log: without an order's token in any spelling, and without anything else as long (S23). */
export const loggedPath = (path: string): string => {
  const plain = plainPath(plainPath(path))
  const place = secretPlaces.find((start) => plain.toLowerCase().includes(start))
  return place === undefined ? plain.replaceAll(/[\w-]{32,}/g, '...') : `${place}...`
}
