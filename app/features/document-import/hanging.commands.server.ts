import { putFormerComments } from '~/features/comments/former.commands.server.ts'
import { putFormerItems } from '~/features/curation/former.commands.server.ts'
import { putFormerLists } from '~/features/news-and-collaborations/commands.server.ts'
import { giveUploads } from '~/features/pictures/commands.server.ts'
import { sharedOwners } from '~/features/pictures/rules.ts'
import { putFormerKits } from '~/features/products/kit.commands.server.ts'
import { putFormerReactions } from '~/features/reactions/upkeep.commands.server.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { withKept } from './rules.ts'
import { type KnownMembers, type PlacedRow, type RowsOf, rowsOf, type Writing } from './types.ts'

interface Known extends Writing, KnownMembers {
  readonly recipes: ReadonlySet<string>
}

export const writeReactions = (
  trx: AppTransaction,
  rows: readonly PlacedRow[],
  { refuse, kept, members, recipes }: Known,
): Promise<number> => {
  const likes = rowsOf(rows, 'like').flatMap((placed) => {
    const memberId = members.get(placed.row.memberId)
    const isThere = memberId !== undefined && recipes.has(placed.row.recipeId)
    if (!isThere) refuse(placed, '会員か作品がありません')
    return isThere ? [{ ...placed.row, memberId }] : []
  })
  const favourites = rowsOf(rows, 'favourite').flatMap((placed) => {
    const memberId = members.get(placed.row.memberId)
    if (memberId === undefined) refuse(placed, '会員がいません')
    // The recipe may be deleted; the favourite then says so (R12).
    const mainImageUrl = withKept(placed.row.mainImageUrl, kept)
    return memberId === undefined ? [] : [{ ...placed.row, memberId, mainImageUrl }]
  })
  return putFormerReactions(trx, { likes, favourites })
}

export const writeComments = (
  ctx: AppContext,
  trx: AppTransaction,
  rows: readonly RowsOf<'comment'>[],
  { refuse, members, recipes }: Known,
): Promise<number> => {
  const comments = rows.flatMap((placed) => {
    const { authorId, hidden, ...row } = placed.row
    const isThere = recipes.has(row.recipeId)
    if (!isThere) refuse(placed, '作品がありません')
    // A deleted author's comment stays without a name (A17).
    const author = members.get(authorId) ?? null
    return isThere ? [{ ...row, authorId: author, hidden: hidden ? 1 : 0, source: 'own' as const }] : []
  })
  return putFormerComments(trx, ctx, comments)
}

export const writeLists = async (
  ctx: AppContext,
  trx: AppTransaction,
  rows: readonly PlacedRow[],
  { kept }: Writing,
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
