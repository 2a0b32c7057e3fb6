import { putFormerProfile } from '~/features/accounts/profile/commands.server.ts'
import { shopNamesOf } from '~/features/accounts/profile/display-name.rules.ts'
import { putFormerComments } from '~/features/comments/commands.server.ts'
import { giveUploads } from '~/features/pictures/commands.server.ts'
import { sharedOwners, uploadUrlsIn } from '~/features/pictures/rules.ts'
import { putFormerKits } from '~/features/products/kit.commands.server.ts'
import { putFormerReactions } from '~/features/reactions/commands.server.ts'
import { putFormerItems } from '~/features/recipes/curation/commands.server.ts'
import { columnsOf, putFormerRecipe } from '~/features/recipes/posting.commands.server.ts'
import { putFormerLists } from '~/features/shop/news-and-collaborations/commands.server.ts'
import type { MemberId } from '~/kernel/actor.ts'
import { isRecord } from '~/kernel/json.ts'
import { formatNumber } from '~/kernel/money.ts'
import { cutText } from '~/kernel/text.ts'
import type { AppContext } from '~/server/app-context.ts'
import { addFormerMember } from '~/server/auth/former-members.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { documentsIn, FileRefused } from './document-file.server.ts'
import { openDocument } from './fields.rules.ts'
import {
  type CurrentForms,
  type ReadDocument,
  type Reading,
  readMemberDocument,
  readRecipeDocument,
  readSmallDocument,
} from './form.server.ts'
import { keepInlineFile, lookAtInlineFile, withoutInlineFiles } from './inline-files.server.ts'
import { factsFor } from './queries.server.ts'
import { type DocumentKind, knownCollections, readPath, withKept } from './rules.ts'
import {
  type FormerDocument,
  type RecipeOfDocument,
  type Remark,
  type RowOfDocument,
  type RowsOf,
  rowsOf,
} from './types.ts'
import { judge } from './verdicts.rules.ts'

/** Counts of new rows; existing rows stay as they are. */
interface Imported {
  readonly members: number
  readonly recipes: number
  readonly reactions: number
  readonly comments: number
  readonly keywords: number
  readonly situations: number
  readonly kits: number
  readonly lists: number
}

/** Rolls the transaction back. */
class RowsRefused extends Error {
  override readonly name = 'RowsRefused'
  readonly remarks: readonly Remark[]
  constructor(remarks: readonly Remark[]) {
    super('rows were refused')
    this.remarks = remarks
  }
}

export interface RowsToWrite {
  readonly rows: readonly RowOfDocument[]
  /** Addresses of stored files, by hash. */
  readonly kept: ReadonlyMap<string, string>
  /** Why other files could not be stored, by hash. */
  readonly failed: ReadonlyMap<string, string>
  readonly skipsBroken: boolean
}

interface Writing {
  readonly kept: ReadonlyMap<string, string>
  /** Members of the shop by the export's ids. */
  readonly members: ReadonlyMap<string, MemberId>
}

/**
 * Writes an export's rows in one transaction; if one is refused, none unless `skipsBroken`. Existing rows stay, so a second import doubles
 * nothing (D35). Likes are counted from their rows.
 */
const writeFormerRows = async (
  ctx: AppContext,
  { rows, failed, kept, skipsBroken }: RowsToWrite,
): Promise<{ readonly imported: Imported | null; readonly remarks: readonly Remark[] }> => {
  try {
    return await inTransaction(ctx, async (trx) => {
      const verdicts = judge(rows, await factsFor(trx, rows), failed)
      const { remarks, members } = verdicts
      if (!skipsBroken && remarks.some(({ what }) => what === 'refused')) throw new RowsRefused(remarks)
      return { imported: await writeAll(ctx, trx, verdicts.rows, { kept, members }), remarks }
    })
  } catch (error) {
    if (error instanceof RowsRefused) return { imported: null, remarks: error.remarks }
    throw error
  }
}

const writeAll = async (
  ctx: AppContext,
  trx: AppTransaction,
  rows: readonly RowOfDocument[],
  writing: Writing,
): Promise<Imported> => ({
  members: await writeMembers(ctx, trx, rowsOf(rows, 'member'), writing),
  recipes: await writeRecipes(ctx, trx, rowsOf(rows, 'recipe'), writing),
  reactions: await writeReactions(trx, rows, writing),
  comments: await writeComments(ctx, trx, rowsOf(rows, 'comment'), writing),
  ...(await writeLists(ctx, trx, rows, writing)),
})

const writeMembers = async (
  ctx: AppContext,
  trx: AppTransaction,
  rows: readonly RowsOf<'member'>[],
  { kept, members }: Writing,
): Promise<number> => {
  let added = 0
  for (const { row } of rows) {
    const { id, email, name, createdAt, joinDate, canUpload, profile, interests, achievements } = row
    const hers = memberOf(members, id)
    if (hers !== id) await noteFormerMember(trx, { id, memberId: hers })
    const isNew = await addFormerMember(trx, {
      id: hers,
      email,
      name,
      createdAt: new Date(createdAt).toISOString(),
    })
    if (!isNew) continue
    added += 1
    const photoUrl = withKept(profile.photoUrl, kept)
    await giveUploads(trx, { now: ctx.now(), owner: hers }, photoUrl === '' ? [] : [photoUrl])
    await putFormerProfile(trx, {
      ...profile,
      photoUrl,
      memberId: hers,
      joinDate,
      canUpload: canUpload ? 1 : 0,
      interests: JSON.stringify(interests),
      achievements: JSON.stringify(achievements),
      updatedAt: ctx.now(),
    })
  }
  return added
}

/** So that works in a later export, under the former id, are hers too. */
const noteFormerMember = (
  trx: AppTransaction,
  row: { readonly id: string; readonly memberId: MemberId },
): Promise<unknown> =>
  trx
    .insertInto('formerMember')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

const memberOf = (members: ReadonlyMap<string, MemberId>, id: string): MemberId => {
  const found = members.get(id)
  if (found === undefined) throw new Error(`the member ${id} was judged to be there`)
  return found
}

const writeRecipes = async (
  ctx: AppContext,
  trx: AppTransaction,
  rows: readonly RowsOf<'recipe'>[],
  { kept, members }: Writing,
): Promise<number> => {
  let added = 0
  for (const { row } of rows) {
    const authorId = memberOf(members, row.authorId)
    const content = keptColumns(row, kept)
    await giveUploads(trx, { now: ctx.now(), owner: authorId }, uploadUrlsIn(JSON.stringify(content)))
    if (await putFormerRecipe(trx, { ...row, authorId, content })) added += 1
  }
  return added
}

const keptColumns = (row: RecipeOfDocument, kept: ReadonlyMap<string, string>) => {
  const columns = columnsOf(row.content)
  return {
    ...columns,
    mainImageUrl: withKept(columns.mainImageUrl, kept),
    moreImages: withKept(columns.moreImages, kept),
    pdfUrl: withKept(columns.pdfUrl, kept),
    steps: withKept(columns.steps, kept),
    affiliateProducts: withKept(columns.affiliateProducts, kept),
  }
}

const writeReactions = (
  trx: AppTransaction,
  rows: readonly RowOfDocument[],
  { kept, members }: Writing,
): Promise<number> =>
  putFormerReactions(trx, {
    likes: rowsOf(rows, 'like').map(({ row }) => ({ ...row, memberId: memberOf(members, row.memberId) })),
    favourites: rowsOf(rows, 'favourite').map(({ row }) => ({
      ...row,
      memberId: memberOf(members, row.memberId),
      mainImageUrl: withKept(row.mainImageUrl, kept),
    })),
  })

const writeComments = (
  ctx: AppContext,
  trx: AppTransaction,
  rows: readonly RowsOf<'comment'>[],
  { members }: Writing,
): Promise<number> =>
  putFormerComments(
    trx,
    ctx,
    rows.map(({ row: { authorId, hidden, ...row } }) => ({
      ...row,
      // A deleted author's comment stays without a name (A17).
      authorId: members.get(authorId) ?? null,
      hidden: hidden ? 1 : 0,
      source: 'own' as const,
    })),
  )

const writeLists = async (
  ctx: AppContext,
  trx: AppTransaction,
  rows: readonly RowOfDocument[],
  { kept }: Pick<Writing, 'kept'>,
) => {
  const now = ctx.now()
  const curated = rowsOf(rows, 'curated')
    .map(({ row }) => ({ ...row, image: withKept(row.image, kept) }))
    .toSorted((one, other) => one.order - other.order || (one.id < other.id ? -1 : 1))
  const images = curated.map(({ image }) => image).filter((image) => image !== '')
  await giveUploads(trx, { now, owner: sharedOwners.curators }, images)
  const itemsOf = (wanted: 'keywords' | 'situations') =>
    putFormerItems(trx, {
      list: wanted,
      now,
      items: curated
        .filter(({ list }) => list === wanted)
        .map(({ id, name, image }) => ({ id, name, image })),
    })
  const links = rowsOf(rows, 'link').map(({ row }) => ({ ...row, imageUrl: withKept(row.imageUrl, kept) }))
  const kits = rowsOf(rows, 'kit').map(({ row }) => ({ ...row, imageUrl: withKept(row.imageUrl, kept) }))
  return {
    keywords: await itemsOf('keywords'),
    situations: await itemsOf('situations'),
    kits: await putFormerKits(trx, now, kits),
    lists: await putFormerLists(trx, { news: rowsOf(rows, 'news').map(({ row }) => row), links }),
  }
}

interface DocumentImport {
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
