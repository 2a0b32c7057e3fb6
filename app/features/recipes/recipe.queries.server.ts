import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { publicName } from '~/features/accounts/profile/rules.ts'
import { uploadNameOf } from '~/features/pictures/rules.ts'
import { fabricsNumbered } from '~/features/products/queries.server.ts'
import { pictureOfProduct } from '~/features/products/rules.ts'
import { tiesIn } from '~/features/recipes/materials/queries.server.ts'
import { type Actor, memberId } from '~/kernel/actor.ts'
import { isPublic, visibleTo } from './list.queries.server.ts'
import { comparedTag, difficultyLevelOf, isPossibleRecipeId } from './list.rules.ts'
import type { ShownRecipe } from './recipe.rules.ts'
import { cookingTimes, explanationTypes, type Recipe, recipeId, type ShopPick } from './types.ts'

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

/** Undefined when there is none; only its author sees a hidden one (A7). */
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
    ties: tiesIn(row.materialTies),
    steps: steps.parse(JSON.parse(row.steps)),
    affiliateProducts: affiliateProducts.parse(JSON.parse(row.affiliateProducts)),
    tags: texts.parse(JSON.parse(row.tags)),
    cookingTime: cookingTimes.find((time) => time === row.cookingTime) ?? '30min',
    difficulty: difficultyLevelOf(row.difficulty).name,
    explanationType: explanationTypes.find((type) => type === row.explanationType) ?? 'none',
    youtubeUrl: row.youtubeUrl,
    websiteExplanation: row.websiteExplanation,
    pdfUrl: row.pdfUrl,
    mainImageUrl: row.mainImageUrl,
    moreImages: texts.parse(JSON.parse(row.moreImages)),
    likes: row.likes,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    author: { id: memberId(row.authorId), name: publicName(row.presentName), photoUrl: row.photoUrl ?? '' },
    isHidden: row.hidden === 1,
    hiddenReason: row.hiddenReason,
  }
}

/** In bytes; null for a PDF on another site. */
export const pdfBytes = async (db: Kysely<Schema>, url: string): Promise<number | null> => {
  const name = uploadNameOf(url)
  if (name === undefined) return null
  const row = await db.selectFrom('upload').where('name', '=', name).select('bytes').executeTakeFirst()
  return row?.bytes ?? null
}

/** What its author's device called a recipe's PDF; '' where nobody knows (R48). */
export const pdfFileName = async (
  db: Kysely<Schema>,
  { id, pdfUrl }: { readonly id: string; readonly pdfUrl: string },
): Promise<string> => {
  const name = uploadNameOf(pdfUrl)
  if (name === undefined) return ''
  const row = await db
    .selectFrom('recipeUpload')
    .select('fileName')
    .where('recipeId', '=', id)
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.fileName ?? ''
}

/** Undefined unless the recipe is public and its PDF is at `url` (A7). */
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
    .where(isPublic)
    .executeTakeFirst()
  return row?.title
}

export interface RecipesOfTag {
  readonly tag: string
  readonly recipes: number
}

/** How many recipes `viewer` would see for each tag (R22). */
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
    .select(({ fn }) => ['recipeTag.tag', fn.countAll<number>().as('count')])
    .execute()
  const found = new Map(rows.map(({ tag, count }) => [tag, Number(count)]))
  return tags.map((tag) => ({ tag, recipes: found.get(comparedTag(tag)) ?? 0 }))
}

/** Up to two of `fabrics` (all that are published), drawn by `seed` (R33). */
export const shopPicks = async (
  db: Kysely<Schema>,
  fabrics: ReadonlyArray<{ readonly number: string; readonly name: string }>,
  seed: string,
): Promise<ShopPick[]> => {
  const drawn = drawnProducts(fabrics, seed)
  const shown = await fabricsNumbered(
    db,
    drawn.flatMap(({ pictured }) => pictured),
  )
  const byNumber = new Map(shown.map((product) => [product.number, product]))
  return drawn.flatMap(({ number, pictured }) => {
    const product = byNumber.get(number)
    const pictures = pictured.flatMap((each) => {
      const shown = byNumber.get(each)
      return shown === undefined ? [] : [pictureOfProduct(shown)]
    })
    return product === undefined ? [] : [{ product, pictures }]
  })
}

/** Colours of one print share their name. */
interface Drawn {
  readonly number: string
  readonly name: string
}

const mostPicks = 2
const mostThumbnails = 4

/** FNV-1a. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** Up to two products with different names, each with its number and its colours', four at most; the same seed draws the same (R33). */
export const drawnProducts = (
  products: readonly Drawn[],
  seed: string,
): ReadonlyArray<{ readonly number: string; readonly pictured: readonly string[] }> => {
  const drawn: Drawn[] = []
  const start = hashOf(seed)
  for (let turn = 0; turn < mostPicks; turn += 1) {
    const left = products.filter(({ name }) => drawn.every((other) => other.name !== name))
    const next = left[hashOf(`${start} ${turn}`) % Math.max(1, left.length)]
    if (next === undefined) break
    drawn.push(next)
  }
  return drawn.map(({ number, name }) => {
    const siblings = products.filter((other) => other.name === name && other.number !== number)
    return { number, pictured: [number, ...siblings.map((other) => other.number)].slice(0, mostThumbnails) }
  })
}
