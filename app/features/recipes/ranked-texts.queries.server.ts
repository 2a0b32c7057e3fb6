import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import type { RecipeTable, Schema } from '#db/schema.ts'
import { tiesIn } from '~/features/materials/queries.server.ts'
import { parsedJson } from '~/kernel/json.ts'
import { type RankedText, rankedText } from './ranking.rules.ts'

const listOfTexts = z.array(z.string()).catch([])

/** Reads `recipe.ingredients` or `recipe.tags`; empty if that is unreadable. */
export const textsIn = (json: string): readonly string[] => listOfTexts.parse(parsedJson(json))

type StoredTexts = Pick<
  Selectable<RecipeTable>,
  'title' | 'description' | 'ingredients' | 'tags' | 'difficulty' | 'materialTies'
>

/** A recipe's row as the search reads it. */
export const readForSearch = ({
  title,
  description,
  ingredients,
  tags,
  difficulty,
  materialTies,
}: StoredTexts) => ({
  title,
  description,
  ingredients: textsIn(ingredients),
  tags: textsIn(tags),
  difficulty,
  ties: tiesIn(materialTies),
})

/** By recipe: what a search ranks it by, read from its row until that is stored (W47). Nothing is left out by what a stored text says. */
export const rankedTexts = async (
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RankedText>> => {
  if (ids.length === 0) return new Map()
  const stored = await db
    .selectFrom('recipeRankedText')
    .where('recipeId', 'in', ids)
    .select(['recipeId', 'title', 'tags', 'materials', 'lead', 'body'])
    .execute()
  const texts = new Map<string, RankedText>(stored.map(({ recipeId, ...text }) => [recipeId, text]))
  const others = ids.filter((id) => !texts.has(id))
  if (others.length === 0) return texts
  const rows = await db
    .selectFrom('recipe')
    .where('id', 'in', others)
    .select(['id', 'title', 'description', 'ingredients', 'tags', 'difficulty', 'materialTies'])
    .execute()
  for (const row of rows) texts.set(row.id, rankedText(readForSearch(row)))
  return texts
}
