import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { fieldsOf, isRecord, parsedJson } from '~/kernel/json.ts'
import { formatNumber } from '~/kernel/money.ts'
import { isTooDeep, knownCollections } from './rules.ts'
import type { FormerDocument } from './types.ts'

/** Characters of one document, which may contain ten pictures. */
const longestLine = 24 * 1_048_576
const mostDocuments = 500_000
/** A single JSON file is read into memory. */
const largestWhole = 256 * 1_048_576

/** `message` is a sentence for the owner. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
}

/**
 * Streams a file with `{"path", "data"}` a line; a single JSON (docs/document-export.md) is read whole. Throws FileRefused for a file that
 * is unreadable, cut, too large, not UTF-8, or without a document.
 */
export async function* documentsIn(file: string): AsyncGenerator<FormerDocument> {
  const { size } = await stat(file).catch(() => {
    throw new FileRefused(`${file} がありません。`)
  })
  const head = await headOf(file)
  if (!/^\s*[[{]/.test(head)) throw new FileRefused(`${file} は、JSONでも、1行に1つのJSONでもありません。`)
  let count = 0
  for await (const document of (await isInLines(file, head))
    ? documentsInLines(file)
    : documentsInWhole(file, size)) {
    count += 1
    yield document
  }
  if (count === 0) throw new FileRefused(`${file} に文書が1つもありません。${readable}`)
}

const readable = `読めるのは、1行に1つの文書（path と data）か、集まり（${[...knownCollections].join('、')}）の入った1つのJSONです。`

/** Also where `data` stands before `path`, which the beginning of a long line does not show. */
const isInLines = async (file: string, head: string): Promise<boolean> => {
  if (/^\s*\{\s*"path"\s*:/.test(head)) return true
  if (!/^\s*\{\s*"data"\s*:/.test(head)) return false
  try {
    for await (const { text } of linesOf(file))
      if (text.trim() !== '') return typeof fieldsOf(parsedJson(text)).path === 'string'
  } catch (error) {
    // A first line that is longer than a document is a whole export.
    if (!(error instanceof FileRefused)) throw error
  }
  return false
}

const headOf = async (file: string): Promise<string> => {
  const opened = await open(file)
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(256), 0, 256, 0)
    const head = buffer.subarray(0, bytesRead)
    if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff) || head.includes(0))
      throw notUtf8(file, '')
    return head.toString('utf8').replace(/^\uFEFF/, '')
  } finally {
    await opened.close()
  }
}

const notUtf8 = (file: string, where: string) =>
  new FileRefused(`${file}${where} の文字コードが UTF-8 ではありません。UTF-8で保存し直してください。`)

async function* linesOf(
  file: string,
  longest = longestLine,
): AsyncGenerator<{ readonly text: string; readonly number: number }> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [rest, number] = ['', 0]
  for await (const bytes of createReadStream(file, { highWaterMark: 1_048_576 })) {
    try {
      rest += decoder.decode(bytes, { stream: true })
    } catch {
      throw notUtf8(file, `の${number + 1}行目のあたり`)
    }
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) {
      number += 1
      yield { text, number }
    }
    if (rest.length > longest)
      throw new FileRefused(`${file} の${number + 1}行目が長すぎます（${longest / 1_048_576}MBまで）。`)
  }
  if (rest.trim() !== '') yield { text: rest, number: number + 1 }
}

async function* documentsInLines(file: string): AsyncGenerator<FormerDocument> {
  let [count, told] = [0, null as number | null]
  for await (const { text, number } of linesOf(file)) {
    if (text.trim() === '') continue
    const place = `${number}行目`
    const fields = parsedLine(file, text, place)
    if (typeof fields.end === 'number') told = fields.end
    else {
      count += 1
      yield documentOf(file, fields, place, count)
    }
  }
  if (told !== null && told !== count)
    throw new FileRefused(
      `${file} は途中で切れています：終わりの行は${told}件と言い、${count}件しかありません。書き出しをやり直してください。`,
    )
}

const parsedLine = (file: string, text: string, place: string): Readonly<Record<string, unknown>> => {
  try {
    return fieldsOf(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch {
    throw new FileRefused(
      `${file} の${place}はJSONとして読めません。途中で切れたファイルかもしれません。書き出しをやり直してください。`,
    )
  }
}

const tooDeep = (file: string, where: string) =>
  new FileRefused(`${file}${where} は、入れ子が深すぎて読めません。書き出しをやり直してください。`)

const documentOf = (
  file: string,
  { path, data }: Readonly<Record<string, unknown>>,
  place: string,
  count: number,
): FormerDocument => {
  if (count > mostDocuments)
    throw new FileRefused(`${file} の文書が多すぎます（${formatNumber(mostDocuments)}件まで）。`)
  if (typeof path !== 'string' || !isRecord(data))
    throw new FileRefused(`${file} の${place}に path と data がありません。`)
  if (isTooDeep(data)) throw tooDeep(file, `の${place}`)
  return { path, data, place }
}

async function* documentsInWhole(file: string, size: number): AsyncGenerator<FormerDocument> {
  if (size > largestWhole)
    throw new FileRefused(
      `${file} は、1つのJSONとしては大きすぎます（${largestWhole / 1_048_576}MBまで）。1行に1つの文書の形（NDJSON）で書き出してください。`,
    )
  const parts: string[] = []
  for await (const { text } of linesOf(file, largestWhole)) parts.push(text)
  const whole = parsedWhole(file, parts.join('\n'))
  if (isTooDeep(whole)) throw tooDeep(file, '')
  let count = 0
  for (const { path, data, place } of documentsOfWhole(whole)) {
    count += 1
    yield documentOf(file, { path, data }, place, count)
  }
}

const parsedWhole = (file: string, text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    throw new FileRefused(
      `${file} はJSONとして読めません（${why}）。途中で切れたファイルかもしれません。書き出しをやり直してください。`,
    )
  }
}

interface Found {
  readonly path: unknown
  readonly data: unknown
  readonly place: string
}

/** An export may lie within so many records of its exporter. */
const deepestWrapper = 4

/** The documents of one JSON: a list of `{path, data}`, or collections by name, within whatever an exporter put around them. */
function* documentsOfWhole(whole: unknown): Generator<Found> {
  const { found, beside } = unwrapped(whole)
  // What lies beside is told like a document of a kind that the shop does not have.
  for (const [name, data] of beside) yield { path: name, data: isRecord(data) ? data : {}, place: name }
  if (Array.isArray(found)) yield* listed(found)
  else yield* nested(fieldsOf(found), '')
}

type Part = readonly [string, unknown]

/** A record within the wrappers around it. */
interface Wrapped {
  readonly found: unknown
  /** Its siblings with itself, and the wrapper; both undefined for the whole. */
  readonly among?: readonly Part[]
  readonly within?: Wrapped
}

interface Unwrapped {
  readonly found: unknown
  readonly beside: readonly Part[]
}

/** The siblings of it and of each wrapper, the outermost first. */
const besideOf = ({ found, among = [], within }: Wrapped): Part[] => [
  ...(within === undefined ? [] : besideOf(within)),
  ...among.filter(([, part]) => part !== found),
]

const isExport = (value: unknown): boolean =>
  Array.isArray(value)
    ? typeof fieldsOf(value[0]).path === 'string'
    : isRecord(value) && Object.keys(inside(value)).some((name) => knownCollections.has(name))

const inside = (value: Readonly<Record<string, unknown>>) =>
  isRecord(value.__collections__) ? value.__collections__ : value

/** The first export, the outermost first, and lists or records beside it; the whole where there is none. */
const unwrapped = (whole: unknown): Unwrapped => {
  let level: readonly Wrapped[] = [{ found: whole }]
  for (let depth = 0; depth <= deepestWrapper; depth += 1) {
    const there = level.find(({ found }) => isExport(found))
    if (there !== undefined) return { found: there.found, beside: besideOf(there) }
    level = level.flatMap((within) => {
      const { found } = within
      const among = isRecord(found)
        ? Object.entries(found).filter(([, part]) => typeof part === 'object')
        : []
      return among.map(([, part]) => ({ found: part, among, within }))
    })
  }
  return { found: whole, beside: [] }
}

function* listed(rows: readonly unknown[]): Generator<Found> {
  for (const [at, row] of rows.entries()) {
    const { path, data } = fieldsOf(row)
    yield { path, data, place: `${at + 1}件目` }
  }
}

/** Collections by name, their documents by id or as a list whose items name it, subcollections under `__collections__`. */
function* nested(collections: Readonly<Record<string, unknown>>, start: string): Generator<Found> {
  for (const [name, documents] of Object.entries(inside(collections)))
    for (const [id, whole] of entriesIn(documents)) {
      const { __collections__: below, ...data } = fieldsOf(whole)
      const place = `${start}${name}/${id}`
      yield { path: id === '' ? undefined : place, data: isRecord(whole) ? data : whole, place }
      if (isRecord(below)) yield* nested(below, `${place}/`)
    }
}

const entriesIn = (documents: unknown): readonly (readonly [string, unknown])[] =>
  Array.isArray(documents)
    ? documents.map((each): readonly [string, unknown] => {
        const { id, _id, uid } = fieldsOf(each)
        return [String(id ?? _id ?? uid ?? ''), each]
      })
    : Object.entries(fieldsOf(documents))
