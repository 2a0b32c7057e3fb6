import { shopNamesOf } from '~/features/accounts/profile/display-name.rules.ts'
import { isRecord } from '~/kernel/json.ts'
import { formatNumber } from '~/kernel/money.ts'
import { cutText } from '~/kernel/text.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type Imported, writeFormerRows } from './commands.server.ts'
import { documentsIn, FileRefused } from './document-file.server.ts'
import { factsFor } from './facts.queries.server.ts'
import { openDocument } from './fields.rules.ts'
import { type ReadDocument, type Reading, readSmallDocument } from './form.server.ts'
import type { CurrentForms } from './forms.rules.ts'
import { keepInlineFile, lookAtInlineFile, withoutInlineFiles } from './inline-files.server.ts'
import { readMemberDocument } from './member-document.server.ts'
import { readRecipeDocument } from './recipe-document.server.ts'
import { type DocumentKind, knownCollections, readPath } from './rules.ts'
import type { FormerDocument, Remark, RowOfDocument } from './types.ts'
import { judge } from './verdicts.rules.ts'

export interface DocumentImport {
  readonly file: string
  readonly forms: CurrentForms
  /** Writes nothing. */
  readonly onlyLook: boolean
  /** Leaves broken documents out instead of refusing all. */
  readonly skipsBroken: boolean
  /** Reports progress. */
  readonly tell: (line: string) => void
  readonly signal: AbortSignal
}

export interface ImportReport {
  /** Null if nothing was written. */
  readonly imported: Imported | null
  readonly documents: number
  readonly pictures: number
  readonly remarks: readonly Remark[]
}

/**
 * Imports the former gallery's export (docs/document-export.md): all documents are checked, then pictures stored, then everything written
 * at once (D34). A look reads the same, by the same verdicts. Throws FileRefused for an unreadable file. No mail is sent.
 */
export const importDocuments = async (ctx: AppContext, work: DocumentImport): Promise<ImportReport> => {
  const { rows, remarks, documents, files } = await readAll(ctx, work)
  const reportOf = (verdicts: readonly Remark[], imported: Imported | null): ImportReport => ({
    imported,
    documents,
    pictures: files.size,
    remarks: [...remarks, ...verdicts].toSorted((one, other) => one.at - other.at),
  })
  const facts = await factsFor(ctx.db, rows)
  const known = [...remarks, ...judge(rows, facts, new Map()).remarks]
  const isBroken = known.some(({ what }) => what === 'refused')
  if (work.onlyLook || (isBroken && !work.skipsBroken)) {
    const { failed } = await readFiles(work, files, (text) => lookAtInlineFile(ctx, text))
    return reportOf(judge(rows, facts, failed).remarks, null)
  }
  const { kept, failed } = await readFiles(work, files, (text) => keepInlineFile(ctx, text))
  work.tell(`書き込んでいます：${formatNumber(rows.length)}件`)
  work.signal.throwIfAborted()
  const { skipsBroken } = work
  const written = await writeFormerRows(ctx, { rows, kept, failed, skipsBroken })
  return reportOf(written.remarks, written.imported)
}

const progressEvery = 2_000

const readAll = async (ctx: AppContext, { file, forms, tell, signal }: DocumentImport) => {
  const rows: RowOfDocument[] = []
  const remarks: Remark[] = []
  const files = new Set<string>()
  const collections = new Set<string>()
  const shopNames = shopNamesOf(ctx.settings)
  let documents = 0
  for await (const document of documentsIn(file)) {
    signal.throwIfAborted()
    const at = documents
    documents += 1
    if (documents % progressEvery === 0) tell(`調べています：${formatNumber(documents)}件`)
    const plain = withoutInlineFiles(document.data, (hash) => void files.add(hash))
    const { place, path } = document
    collections.add(path.replace(/^\//, '').split('/')[0] ?? '')
    const data = isRecord(plain) ? plain : {}
    const { row, refused, notes } = readDocument({ ...document, data }, { forms, shopNames, now: ctx.now() })
    for (const why of notes) remarks.push({ at, place, path, what: 'note', why })
    if (refused !== undefined) remarks.push({ at, place, path, what: 'refused', why: refused })
    if (row !== undefined) rows.push({ ...row, at, place, path })
  }
  if (rows.length === 0 && remarks.every(({ what }) => what === 'note'))
    throw new FileRefused(
      `${file} に、お店に写せる文書がありません。見つかったのは ${cutText([...collections].join('、'), 200)}、写せるのは ${[...knownCollections].join('、')} です。`,
    )
  return { rows, remarks, documents, files }
}

const readDocument = (
  { path, data }: FormerDocument,
  reading: Omit<Reading, 'id' | 'fields'>,
): ReadDocument => {
  const found = readPath(path)
  const { id = '', parent = '', kind } = found ?? {}
  // PostgreSQL stores neither NUL nor lone surrogates.
  const text = JSON.stringify(data)
  if (text.includes('\\u0000') || /\\ud[89a-f][0-9a-f]{2}/i.test(text))
    return { refused: '使えない文字（NULか、半分の文字）があります', notes: [] }
  const { fields, notes } = openDocument(data)
  const read = readKind(kind, { ...reading, id, parent, fields })
  return kind === undefined ? read : { ...read, notes: [...read.notes, ...notes()] }
}

const readKind = (
  kind: DocumentKind | undefined,
  reading: Reading & { readonly parent: string },
): ReadDocument => {
  if (kind === 'member') return readMemberDocument(reading)
  return kind === 'recipe' ? readRecipeDocument(reading) : readSmallDocument(kind, reading)
}

/** Reads the file again, so that only one document's pictures are in memory. */
const readFiles = async (
  { file, tell, signal }: DocumentImport,
  wanted: ReadonlySet<string>,
  read: (text: string) => Promise<{ readonly url: string } | { readonly why: string }>,
) => {
  const kept = new Map<string, string>()
  const failed = new Map<string, string>()
  if (wanted.size === 0) return { kept, failed }
  let toldAt = performance.now()
  for await (const { data } of documentsIn(file)) {
    const found = new Map<string, string>()
    withoutInlineFiles(data, (hash, text) => void found.set(hash, text))
    for (const [hash, text] of found) {
      signal.throwIfAborted()
      if (kept.has(hash) || failed.has(hash)) continue
      const done = await read(text)
      if ('url' in done) kept.set(hash, done.url)
      else failed.set(hash, done.why)
      if (performance.now() - toldAt < progressEvery) continue
      toldAt = performance.now()
      tell(`写真を見ています：${kept.size + failed.size} / ${wanted.size}枚`)
    }
  }
  return { kept, failed }
}
