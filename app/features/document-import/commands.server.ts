import { giveUploads } from '~/features/pictures/commands.server.ts'
import { uploadUrlsIn } from '~/features/pictures/rules.ts'
import { putFormerProfile } from '~/features/profiles/former.commands.server.ts'
import { columnsOf, putFormerRecipe } from '~/features/recipes/posting.commands.server.ts'
import type { MemberId } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { putFormerMember } from '~/server/auth/former-members.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { writeComments, writeLists, writeReactions } from './hanging.commands.server.ts'
import { withKept } from './rules.ts'
import {
  type FormerRecipe,
  type ImportParts,
  type KnownMembers,
  type PlacedRow,
  type Remark,
  type RowsOf,
  rowsOf,
  type Writing,
} from './types.ts'

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

/**
 * Writes an export's rows in one transaction; if one is refused, none unless `skipsBroken`. Existing rows stay, so a second import doubles
 * nothing (D35). Likes are counted from their rows.
 */
export const writeFormerRows = async (
  ctx: AppContext,
  rows: readonly PlacedRow[],
  parts: ImportParts,
): Promise<{ readonly imported: Imported | null; readonly remarks: readonly Remark[] }> => {
  try {
    return await inTransaction(ctx, async (trx) => {
      const remarks: Remark[] = []
      const refuse = ({ place, path }: PlacedRow, why: string) =>
        void remarks.push({ place, path, what: 'refused', why })
      const imported = await writeAll(ctx, trx, rows, { ...parts, refuse })
      if (remarks.length > 0 && !parts.skipsBroken) throw new RowsRefused(remarks)
      return { imported, remarks }
    })
  } catch (error) {
    if (error instanceof RowsRefused) return { imported: null, remarks: error.remarks }
    throw error
  }
}

const writeAll = async (
  ctx: AppContext,
  trx: AppTransaction,
  rows: readonly PlacedRow[],
  writing: Writing,
): Promise<Imported> => {
  const members = await writeMembers(ctx, trx, rowsOf(rows, 'member'), writing)
  const recipes = await writeRecipes(ctx, trx, rowsOf(rows, 'recipe'), { ...writing, members: members.ids })
  const there = await recipeIdsIn(trx)
  const known = { ...writing, members: members.ids, recipes: there }
  return {
    members: members.added,
    recipes,
    reactions: await writeReactions(trx, rows, known),
    comments: await writeComments(ctx, trx, rowsOf(rows, 'comment'), known),
    ...(await writeLists(ctx, trx, rows, writing)),
  }
}

const writeMembers = async (
  ctx: AppContext,
  trx: AppTransaction,
  rows: readonly RowsOf<'member'>[],
  { refuse, kept }: Writing,
) => {
  const ids = new Map<string, MemberId>()
  const emails = new Map<string, string>()
  let added = 0
  for (const placed of rows) {
    const { id, email, name, createdAt, joinDate, canUpload, profile, interests, achievements } = placed.row
    const twin = emails.get(email)
    emails.set(email, placed.place)
    const put =
      twin === undefined
        ? await putFormerMember(trx, { id, email, name, createdAt: new Date(createdAt).toISOString() })
        : null
    if (put === null) {
      const why =
        twin === undefined
          ? '同じメールアドレスの会員がいて、アドレスがまだ確かめられていません'
          : `同じメールアドレスが${twin}にもあります`
      refuse(placed, why)
      continue
    }
    ids.set(id, put.id)
    if (!put.isNew) continue
    added += 1
    const photoUrl = withKept(profile.photoUrl, kept)
    await giveUploads(trx, { now: ctx.now(), owner: put.id }, photoUrl === '' ? [] : [photoUrl])
    await putFormerProfile(trx, {
      ...profile,
      photoUrl,
      memberId: put.id,
      joinDate,
      canUpload: canUpload ? 1 : 0,
      interests: JSON.stringify(interests),
      achievements: JSON.stringify(achievements),
      updatedAt: ctx.now(),
    })
  }
  return { ids, added }
}

const writeRecipes = async (
  ctx: AppContext,
  trx: AppTransaction,
  rows: readonly RowsOf<'recipe'>[],
  { refuse, kept, members }: Writing & KnownMembers,
): Promise<number> => {
  let added = 0
  for (const placed of rows) {
    const authorId = members.get(placed.row.authorId)
    if (authorId === undefined) {
      refuse(placed, `投稿した会員（${placed.row.authorId}）がいません`)
      continue
    }
    const content = keptColumns(placed.row, kept)
    await giveUploads(trx, { now: ctx.now(), owner: authorId }, uploadUrlsIn(JSON.stringify(content)))
    if (await putFormerRecipe(trx, { ...placed.row, authorId, content })) added += 1
  }
  return added
}

const keptColumns = (row: FormerRecipe, kept: ReadonlyMap<string, string>) => {
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

const recipeIdsIn = async (trx: AppTransaction): Promise<ReadonlySet<string>> =>
  new Set((await trx.selectFrom('recipe').select('id').execute()).map(({ id }) => id))
