import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { isBlockedByAuthor, notBlockedBy } from '~/features/accounts/blocks/queries.server.ts'
import { publicName } from '~/features/accounts/profile/rules.ts'
import { commentReason, ofNobodySuspended } from '~/features/accounts/standing/queries.server.ts'
import { visibleTo } from '~/features/recipes/list.queries.server.ts'
import { isPossibleRecipeId } from '~/features/recipes/list.rules.ts'
import { type Actor, type Member, type MemberId, memberId } from '~/kernel/actor.ts'
import { cardCount } from '~/kernel/list-address.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import {
  type CommentAuthor,
  type CommentList,
  type CommentsPage,
  commentsPerPage,
  type HiddenComment,
} from './rules.ts'

/** Only public recipes have comments, so writing and listening check as a visitor (A7). */
export const anyVisitor: Actor = { kind: 'visitor', address: '' }

/**
 * The one rule of which comments `viewer` reads among others (A7, R56): lists, their totals and streams, answers for scripts. A condition
 * that ends or begins raises the versions of the lists concerned (`tellListsOf`), but for a block, of which nobody is told (R58, R61). `hiddenOf` adds an author's own hidden ones, with the reason.
 */
export const shownTo = (viewer: Actor): RawBuilder<boolean> =>
  sql`(comment.hidden = 0 and ${ofNobodySuspended('comment.author_id')} and ${notBlockedBy(viewer, 'comment.author_id')})`

/** The `count` newest comments of a recipe that `viewer` may see; undefined without such a recipe (A7, R25). */
export const commentsOf = async (
  db: Kysely<Schema>,
  viewer: Actor,
  { recipe, count }: { readonly recipe: string; readonly count: number },
): Promise<CommentList | undefined> => {
  if (!isPossibleRecipeId(recipe)) return undefined
  const rows = await db
    .selectFrom('recipe')
    .leftJoin('commentList', 'commentList.recipeId', 'recipe.id')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('comment')
          .where('recipeId', '=', recipe)
          .where(shownTo(viewer))
          .orderBy('createdAt', 'desc')
          .orderBy('id', 'desc')
          .limit(count)
          .select(['comment.id', 'comment.recipeId', 'comment.authorId', 'comment.text', 'comment.createdAt'])
          .as('shown'),
      (join) => join.onRef('shown.recipeId', '=', 'recipe.id'),
    )
    .leftJoin('member', 'member.id', 'shown.authorId')
    .leftJoin('memberProfile as profile', 'profile.memberId', 'shown.authorId')
    .where('recipe.id', '=', recipe)
    .where(visibleTo(viewer))
    .select([
      'commentList.version',
      'shown.id',
      'shown.text',
      'shown.createdAt',
      'member.id as authorId',
      'member.name',
      'profile.photoUrl',
    ])
    .select((eb) =>
      eb
        .selectFrom('comment')
        .where('recipeId', '=', recipe)
        .where(shownTo(viewer))
        .select(sql<number>`count(*)`.as('count'))
        .as('total'),
    )
    .orderBy('shown.createdAt', 'desc')
    .orderBy('shown.id', 'desc')
    .execute()
  const [first] = rows
  if (first === undefined) return undefined
  return {
    version: first.version ?? 0,
    total: Number(first.total),
    count,
    comments: rows.flatMap(({ id, text, createdAt, authorId, name, photoUrl }) =>
      id === null || text === null || createdAt === null
        ? []
        : [
            {
              id,
              text,
              createdAt,
              author: {
                id: authorId === null ? null : memberId(authorId),
                name: publicName(name ?? ''),
                photoUrl: photoUrl ?? '',
              },
            },
          ],
    ),
  }
}

/** The version of a public recipe's list; undefined if there is none (A7). */
export const commentsVersion = async (db: Kysely<Schema>, recipe: string): Promise<number | undefined> => {
  if (!isPossibleRecipeId(recipe)) return undefined
  const row = await db
    .selectFrom('recipe')
    .leftJoin('commentList', 'commentList.recipeId', 'recipe.id')
    .where('recipe.id', '=', recipe)
    .where(visibleTo(anyVisitor))
    .select('commentList.version')
    .executeTakeFirst()
  return row && (row.version ?? 0)
}

/** Versions by recipe; recipes that are not public are left out. */
export const versionsOfLists = async (
  db: Kysely<Schema>,
  recipes: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const versions = new Map<string, number>()
  for (const some of inChunks(recipes)) {
    const rows = await db
      .selectFrom('recipe')
      .leftJoin('commentList', 'commentList.recipeId', 'recipe.id')
      .where('recipe.id', 'in', some)
      .where(visibleTo(anyVisitor))
      .select(['recipe.id', 'commentList.version'])
      .execute()
    for (const { id, version } of rows) versions.set(id, version ?? 0)
  }
  return versions
}

export const commentsPage = async (
  { db, newId }: Pick<AppContext, 'db' | 'newId'>,
  viewer: Actor,
  { recipe, count }: { readonly recipe: string; readonly count: string | null },
): Promise<CommentsPage> => {
  const asked = cardCount(count, commentsPerPage)
  const list = await commentsOf(db, viewer, { recipe, count: asked })
  return {
    list: list ?? { version: 0, total: 0, count: asked, comments: [] },
    ...(viewer.kind === 'member'
      ? await ownSide(db, viewer, recipe)
      : { viewer: null, hidden: [], isMuted: false, mutedReason: '' }),
    newId: viewer.kind === 'member' ? newId() : '',
  }
}

/** Whoever the recipe's author blocks is told the same as who may not comment at all (R61). */
const ownSide = async (db: Kysely<Schema>, viewer: Member, recipe: string) => {
  const [author, isBlocked, mutedReason] = await Promise.all([
    authorOf(db, viewer.id),
    isBlockedByAuthor(db, viewer.id, recipe),
    commentReason(db, viewer),
  ])
  const isMuted = !viewer.canComment || isBlocked
  return { viewer: author, hidden: await hiddenOf(db, author, recipe), isMuted, mutedReason }
}

const hiddenOf = async (
  db: Kysely<Schema>,
  author: CommentAuthor,
  recipe: string,
): Promise<HiddenComment[]> => {
  const rows = await db
    .selectFrom('comment')
    .where('recipeId', '=', recipe)
    .where('authorId', '=', author.id)
    .where('hidden', '=', 1)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(commentsPerPage)
    .select(['id', 'text', 'createdAt', 'hiddenReason as reason'])
    .execute()
  return rows.map((row) => ({ ...row, author }))
}

const authorOf = async (db: Kysely<Schema>, id: MemberId): Promise<CommentAuthor> => {
  const row = await db
    .selectFrom('member')
    .leftJoin('memberProfile as profile', 'profile.memberId', 'member.id')
    .where('member.id', '=', id)
    .select(['name', 'photoUrl'])
    .executeTakeFirst()
  return { id, name: publicName(row?.name ?? ''), photoUrl: row?.photoUrl ?? '' }
}
