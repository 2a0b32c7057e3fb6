import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { uploadNameOf } from '~/features/pictures/rules.ts'
import { publicName } from '~/features/profiles/rules.ts'
import { type Actor, type MemberId, memberId } from '~/kernel/actor.ts'
import { comparedTag, isPossibleRecipeId, levelOf } from './list.rules.ts'
import { visibleTo } from './queries.server.ts'
import type { ShownRecipe } from './recipe.rules.ts'
import { cookingTimes, explanationTypes, type Recipe, recipeId } from './types.ts'

const texts = z.array(z.string())
const steps = z.array(
  z.object({ id: z.number(), description: z.string(), imageUrl: z.string().exactOptional() }),
)
const affiliateProducts = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    productUrl: z.string(),
    price: z.string().exactOptional(),
    imageUrl: z.string().exactOptional(),
  }),
)

/** A work with all its parts as `viewer` may see it, hidden ones for their author alone (A7); undefined when there is none. */
export const recipeOfId = async (
  db: Kysely<Schema>,
  viewer: Actor,
  id: string,
): Promise<(Recipe & Pick<ShownRecipe, 'isHidden' | 'hiddenReason'>) | undefined> => {
  if (!isPossibleRecipeId(id)) return undefined
  const row = await db
    .selectFrom('recipe')
    .innerJoin('member', 'member.id', 'recipe.authorId')
    .leftJoin('memberProfile as profile', 'profile.memberId', 'recipe.authorId')
    .where('recipe.id', '=', id)
    .where(visibleTo(viewer))
    .selectAll('recipe')
    .select(['member.name as presentName', 'profile.photoUrl'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    id: recipeId(row.id),
    title: row.title,
    description: row.description,
    ingredients: texts.parse(JSON.parse(row.ingredients)),
    steps: steps.parse(JSON.parse(row.steps)),
    affiliateProducts: affiliateProducts.parse(JSON.parse(row.affiliateProducts)),
    tags: texts.parse(JSON.parse(row.tags)),
    cookingTime: cookingTimes.find((time) => time === row.cookingTime) ?? '30min',
    difficulty: levelOf(row.difficulty).name,
    explanationType: explanationTypes.find((type) => type === row.explanationType) ?? 'none',
    youtubeUrl: row.youtubeUrl,
    websiteExplanation: row.websiteExplanation,
    pdfUrl: row.pdfUrl,
    mainImageUrl: row.mainImageUrl,
    likes: row.likes,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    author: { id: memberId(row.authorId), name: publicName(row.presentName), photoUrl: row.photoUrl ?? '' },
    isHidden: row.hidden === 1,
    hiddenReason: row.hiddenReason,
  }
}

/** All visible works of a member and their likes (R25). */
export const recipeTotals = async (
  db: Kysely<Schema>,
  viewer: Actor,
  author: MemberId,
): Promise<{ readonly totalRecipes: number; readonly totalLikes: number }> => {
  const row = await db
    .selectFrom('recipe')
    .where('authorId', '=', author)
    .where(visibleTo(viewer))
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('recipe.likes').as('sum')])
    .executeTakeFirst()
  return { totalRecipes: Number(row?.count ?? 0), totalLikes: Number(row?.sum ?? 0) }
}

/** How large a PDF of ours is, in bytes; null for one that lies elsewhere. */
export const pdfBytes = async (db: Kysely<Schema>, url: string): Promise<number | null> => {
  const name = uploadNameOf(url)
  if (name === undefined) return null
  const row = await db.selectFrom('upload').where('name', '=', name).select('bytes').executeTakeFirst()
  return row?.bytes ?? null
}

/** The title of the work `id` when its PDF is the one at `url` and everybody may see it (A7). */
export const titleOfPdf = async (
  db: Kysely<Schema>,
  { url, id }: { readonly url: string; readonly id: string },
): Promise<string | undefined> => {
  if (!isPossibleRecipeId(id)) return undefined
  const row = await db
    .selectFrom('recipe')
    .select('title')
    .where('id', '=', id)
    .where('pdfUrl', '=', url)
    .where('hidden', '=', 0)
    .executeTakeFirst()
  return row?.title
}

export interface RecipesOfTag {
  readonly tag: string
  readonly works: number
}

/** How many works that `viewer` may see each of these tags finds (R22). */
export const recipesOfTags = async (
  db: Kysely<Schema>,
  viewer: Actor,
  tags: readonly string[],
): Promise<RecipesOfTag[]> => {
  if (tags.length === 0) return []
  const rows = await db
    .selectFrom('recipeTag')
    .innerJoin('recipe', 'recipe.id', 'recipeTag.recipeId')
    .where(visibleTo(viewer))
    .where('recipeTag.tag', 'in', tags.map(comparedTag))
    .groupBy('recipeTag.tag')
    .select(({ fn }) => ['recipeTag.tag', fn.countAll<number>().as('works')])
    .execute()
  const found = new Map(rows.map(({ tag, works }) => [tag, Number(works)]))
  return tags.map((tag) => ({ tag, works: found.get(comparedTag(tag)) ?? 0 }))
}
