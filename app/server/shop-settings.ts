import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import type { z } from 'zod'
import { shopSettings as defaultSettings } from '#settings'
import { isRecord, valueAt } from '~/kernel/json.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import type { Env } from './env.ts'
import { shopSettingsSchema } from './shop-settings-schema.ts'

export { defaultSettings }

const fileName = 'shop.settings.json'
const defaultsFile = 'shop.settings.ts'

export type SettingValues = Readonly<Record<string, unknown>>

export interface OwnSettings {
  readonly settings: ShopSettings
  readonly file: string
  /** Only what the file itself contains. */
  readonly own: SettingValues
}

export interface SettingFault {
  readonly path: readonly PropertyKey[]
  readonly sentence: string
}

/** The owner's file over the defaults: groups are merged, lists replaced. Refuses with a sentence per fault. */
export const readShopSettings = ({
  SHOP_SETTINGS,
  DATA_DIR,
}: Pick<Env, 'SHOP_SETTINGS' | 'DATA_DIR'>): Result<OwnSettings, string[]> => {
  const file = resolve(SHOP_SETTINGS ?? join(DATA_DIR, fileName))
  const own = readOwnFile(file, SHOP_SETTINGS !== undefined)
  if (!own.ok) return own
  const parsed = shopSettingsSchema.safeParse(merged(defaultSettings, own.value))
  if (parsed.success) return ok({ settings: parsed.data, file, own: own.value })
  return refused(parsed.error.issues.flatMap((issue) => sentencesOf(issue, own.value, file)))
}

/** `above` over the settings of the file, checked as at the start (N50). */
export const settingsWith = (
  { settings }: OwnSettings,
  above: SettingValues,
): Result<ShopSettings, SettingFault[]> => {
  const parsed = shopSettingsSchema.safeParse(merged(settings, above))
  if (parsed.success) return ok(parsed.data)
  return refused(
    parsed.error.issues.map(({ path, message }) => ({ path, sentence: `${named(path)} ${message}.` })),
  )
}

/** `sample` between the defaults and the owner's file, for a demo. */
export const settingsOfDemo = (read: OwnSettings, sample: Partial<ShopSettings>): OwnSettings => {
  const settings = settingsWith({ ...read, settings: { ...read.settings, ...sample } }, read.own)
  return settings.ok ? { ...read, settings: settings.value } : read
}

const readOwnFile = (file: string, isNamed: boolean): Result<SettingValues, string[]> => {
  const no = (why: string) => refused([`${file} ${why}`])
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    if (code !== 'ENOENT') return no(`cannot be read (${code}).`)
    return isNamed ? no('is what SHOP_SETTINGS names, and there is no such file.') : ok({})
  }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return no('is not UTF-8: save it anew in that encoding.')
  }
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first !== undefined) return no(`cannot be read: ${placeOf(text, first.offset)}, ${wordsOf(first)}.`)
  return isRecord(value) ? ok(value) : no('must hold one group in braces { }.')
}

const placeOf = (text: string, offset: number): string => {
  const lines = text.slice(0, offset).split('\n')
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}

const wordsOf = ({ error }: ParseError): string =>
  printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()

const merged = (below: unknown, above: unknown): unknown => {
  if (above === undefined) return below
  if (!isRecord(below) || !isRecord(above)) return above
  const names = [...new Set([...Object.keys(below), ...Object.keys(above)])]
  return Object.fromEntries(names.map((name) => [name, merged(below[name], above[name])]))
}

type Issue = z.core.$ZodIssue

/** For example `cart.shippingBands, entry 2, fee`, counted from 1. */
const named = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((way, step) => {
    if (typeof step === 'number') return `${way}, entry ${step + 1},`
    return `${way}${way === '' ? '' : way.endsWith(',') ? ' ' : '.'}${String(step)}`
  }, '')

const sentencesOf = (issue: Issue, own: SettingValues, file: string): string[] => {
  const source = valueAt(own, issue.path) === undefined ? defaultsFile : file
  if (issue.code !== 'unrecognized_keys') return [`${source}: ${named(issue.path)} ${issue.message}.`]
  const around = valueAt(defaultSettings, issue.path)
  const known = isRecord(around) ? Object.keys(around) : []
  return issue.keys.map((key) => {
    const near = nearestWord(key, known)
    const hint = near === undefined ? '' : `; did you mean ${named([...issue.path, near])}?`
    return `${source}: ${named([...issue.path, key])} is no setting${hint || '.'}`
  })
}

export const sampleFactsLeft = (settings: ShopSettings, sample: ShopSettings = defaultSettings) =>
  (['seller', 'links'] as const).flatMap((group) =>
    Object.entries(sample[group])
      .filter(([name, fact]) => fact !== null && valueAt(settings, [group, name]) === fact)
      .map(([name, fact]) => ({ path: [group, name], fact })),
  )

/** A sentence per fact of the sample: a real shop may not open with them (P13, L1). */
export const leftOfSample = (
  { settings, file }: Pick<OwnSettings, 'settings' | 'file'>,
  sample: ShopSettings = defaultSettings,
): string[] => {
  const left = sampleFactsLeft(settings, sample).map(
    ({ path, fact }) => `${named(path)} が、見本（${fact}）のままです。ご自分のお店のことを書いてください`,
  )
  const links = new Set(sample.subscriptions.map(({ link }) => link))
  const offers = settings.subscriptions.filter(({ link }) => links.has(link))
  const subscriptions =
    offers.length === 0
      ? []
      : [
          'subscriptions が、見本のお店へのリンクのままです。ご自分のものを書くか、ないときは [] と書いてください',
        ]
  const isRenamed = settings.name !== sample.name && settings.nameInLatin === sample.nameInLatin
  const latin = isRenamed
    ? [`nameInLatin が、見本（${sample.nameInLatin}）のままです。name といっしょに書いてください`]
    : []
  return [...latin, ...left, ...subscriptions].map((what) => `${file}：${what}。`)
}

const levenshtein = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [above, letter] of [...from].entries()) {
    const next = [above + 1]
    for (let at = 0; at < to.length; at += 1)
      next.push(
        Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (letter === to[at] ? 0 : 1)),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

/** The word that was probably meant; undefined when more than a third of each differs. */
const nearestWord = (word: string, words: readonly string[]): string | undefined => {
  const plain = (text: string) => text.toLowerCase().replace(/[-_\s]/g, '')
  const ranked = words
    .map((known) => ({ known, far: levenshtein(plain(word), plain(known)) }))
    .sort((a, b) => a.far - b.far)
  const [best] = ranked
  return best !== undefined && best.far <= Math.ceil(best.known.length / 3) ? best.known : undefined
}
