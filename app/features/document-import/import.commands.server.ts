import { shopNamesOf } from '~/features/profiles/display-name.rules.ts'
import { isRecord } from '~/kernel/json.ts'
import { formatNumber } from '~/kernel/money.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type Imported, writeFormerRows } from './commands.server.ts'
import { documentsIn } from './document-file.server.ts'
import { type ReadDocument, type Reading, readSmallDocument } from './form.server.ts'
import type { CurrentForms } from './forms.rules.ts'
import { keepInlineFile, withoutInlineFiles } from './inline-files.server.ts'
import { readMemberDocument } from './member-document.server.ts'
import { readRecipeDocument } from './recipe-document.server.ts'
import { placeholdersIn, readPath } from './rules.ts'
import type { FormerDocument, PlacedRow, Remark } from './types.ts'

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
 * at once (D34). Throws FileRefused for an unreadable file. No mail is sent.
 */
export const importDocuments = async (ctx: AppContext, work: DocumentImport): Promise<ImportReport> => {
  const { rows, remarks, documents, files } = await readAll(ctx, work)
  const report = { documents, pictures: files.size, remarks }
  const isBroken = remarks.some(({ what }) => what === 'refused')
  if (work.onlyLook || (isBroken && !work.skipsBroken)) return { ...report, imported: null }
  const { kept, failed } = await keepFiles(ctx, work, files)
  const [whole, withoutFile] = judgedByFiles(rows, failed)
  const faults = [...remarks, ...withoutFile]
  if (withoutFile.length > 0 && !work.skipsBroken) return { ...report, remarks: faults, imported: null }
  work.tell(`書き込んでいます：${formatNumber(whole.length)}件`)
  work.signal.throwIfAborted()
  const written = await writeFormerRows(ctx, whole, { kept, skipsBroken: work.skipsBroken })
  return { ...report, imported: written.imported, remarks: [...faults, ...written.remarks] }
}

const progressEvery = 2_000

const readAll = async (ctx: AppContext, { file, forms, tell, signal }: DocumentImport) => {
  const rows: PlacedRow[] = []
  const remarks: Remark[] = []
  const files = new Set<string>()
  const shopNames = shopNamesOf(ctx.settings)
  let documents = 0
  for await (const document of documentsIn(file)) {
    signal.throwIfAborted()
    documents += 1
    if (documents % progressEvery === 0) tell(`調べています：${formatNumber(documents)}件`)
    const plain = withoutInlineFiles(document.data, (hash) => void files.add(hash))
    const { place, path } = document
    const data = isRecord(plain) ? plain : {}
    const { row, refused, notes } = readDocument({ ...document, data }, { forms, shopNames, now: ctx.now() })
    for (const why of notes) remarks.push({ place, path, what: 'note', why })
    if (refused !== undefined) remarks.push({ place, path, what: 'refused', why: refused })
    if (row !== undefined) rows.push({ ...row, place, path })
  }
  return { rows, remarks, documents, files }
}

const readDocument = (document: FormerDocument, reading: Omit<Reading, 'id'>): ReadDocument => {
  const found = readPath(document.path)
  const { id = '', parent = '' } = found ?? {}
  // PostgreSQL stores neither NUL nor lone surrogates.
  const text = JSON.stringify(document.data)
  if (text.includes('\\u0000') || /\\ud[89a-f][0-9a-f]{2}/i.test(text))
    return { refused: '使えない文字（NULか、半分の文字）があります', notes: [] }
  if (found?.kind === 'member') return readMemberDocument(document, { ...reading, id })
  if (found?.kind === 'recipe') return readRecipeDocument(document, { ...reading, id })
  return readSmallDocument(document, { ...reading, id, parent })
}

/** Reads the file again, so that only one document's pictures are in memory. */
const keepFiles = async (
  ctx: AppContext,
  { file, tell, signal }: DocumentImport,
  wanted: ReadonlySet<string>,
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
      const done = await keepInlineFile(ctx, text)
      if ('url' in done) kept.set(hash, done.url)
      else failed.set(hash, done.why)
      if (performance.now() - toldAt < progressEvery) continue
      toldAt = performance.now()
      tell(`写真を写しています：${kept.size + failed.size} / ${wanted.size}枚`)
    }
  }
  return { kept, failed }
}

/** Splits rows by whether all their pictures were stored. */
const judgedByFiles = (
  rows: readonly PlacedRow[],
  failed: ReadonlyMap<string, string>,
): readonly [readonly PlacedRow[], readonly Remark[]] => {
  if (failed.size === 0) return [rows, []]
  const whyNot = (row: PlacedRow) =>
    placeholdersIn(JSON.stringify(row.row)).flatMap((hash) => failed.get(hash) ?? [])[0]
  const remarks = rows.flatMap((row): readonly Remark[] => {
    const why = whyNot(row)
    return why === undefined ? [] : [{ place: row.place, path: row.path, what: 'refused', why }]
  })
  return [rows.filter((row) => whyNot(row) === undefined), remarks]
}
