import { putFormerProfile } from '~/features/accounts/profile/former.commands.server.ts'
import { putFormerComments } from '~/features/comments/former.commands.server.ts'
import { giveUploads } from '~/features/pictures/commands.server.ts'
import { sharedOwners, uploadUrlsIn } from '~/features/pictures/rules.ts'
import { putFormerKits } from '~/features/products/kit.commands.server.ts'
import { putFormerReactions } from '~/features/reactions/upkeep.commands.server.ts'
import { putFormerItems } from '~/features/recipes/curation/former.commands.server.ts'
import { columnsOf, putFormerRecipe } from '~/features/recipes/posting.commands.server.ts'
import { putFormerLists } from '~/features/shop/news-and-collaborations/commands.server.ts'
import type { MemberId } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { addFormerMember } from '~/server/auth/former-members.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { factsFor } from './facts.queries.server.ts'
import { withKept } from './rules.ts'
import { type RecipeOfDocument, type Remark, type RowOfDocument, type RowsOf, rowsOf } from './types.ts'
import { judge } from './verdicts.rules.ts'

/** Counts of new rows; existing rows stay as they are. */
export interface Imported {
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
export const writeFormerRows = async (
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
