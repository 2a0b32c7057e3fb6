import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import type { RecipeTable, Schema } from '#db/schema.ts'
import { tiesIn } from '~/features/materials/queries.server.ts'
import { parsedJson } from '~/kernel/json.ts'
import { type RankedText, rankedText } from './ranking.rules.ts'

const listOfTexts = z.array(z.string()).catch([])

/** Reads `recipe.ingredients` or `recipe.tags`; empty if that is unreadable. */
export const textsIn = (json: string): readonly string[] => listOfTexts.parse(parsedJson(json))

export type StoredTexts = Pick<
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

export interface RankedRow extends RankedText {
  readonly documentId: number
  readonly recipeId: string
  readonly createdAt: number
}

/** What a search ranks these documents by, read from the recipes' rows until it is stored (W47). */
export const rankedTexts = async (
  db: Kysely<Schema>,
  documents: readonly number[],
): Promise<ReadonlyMap<number, RankedRow>> => {
  if (documents.length === 0) return new Map()
  const stored = await db
    .selectFrom('recipeRankedText')
    .where('documentId', 'in', documents)
    .select(['documentId', 'recipeId', 'createdAt', 'title', 'tags', 'materials', 'lead', 'body'])
    .execute()
  const texts = new Map<number, RankedRow>(stored.map((row) => [row.documentId, row]))
  const others = documents.filter((id) => !texts.has(id))
  if (others.length === 0) return texts
  const rows = await db
    .selectFrom('recipe')
    .where('documentId', 'in', others)
    .select(['id', 'documentId', 'createdAt', 'title', 'description', 'ingredients', 'tags', 'difficulty'])
    .select('materialTies')
    .execute()
  for (const { id, documentId, createdAt, ...row } of rows)
    if (documentId !== null)
      texts.set(documentId, { documentId, recipeId: id, createdAt, ...rankedText(readForSearch(row)) })
  return texts
}
