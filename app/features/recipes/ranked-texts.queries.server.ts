import { setImmediate } from 'node:timers/promises'
import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import type { RecipeTable, Schema } from '#db/schema.ts'
import { tiesIn } from '~/features/recipes/materials/queries.server.ts'
import { parsedJson } from '~/kernel/json.ts'
import { inChunks } from '~/server/database/engine.ts'
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

/** On SQLite the longest recipes take 25 ms to read. */
const readPerPortion = 100
/** Reading what is not stored takes 50 times as long. */
const unreadPerPortion = 10

/** What a search ranks these documents by, read from the recipes' rows until it is stored (W47); in portions, between which pages are answered. */
export const rankedTexts = async (
  db: Kysely<Schema>,
  documents: readonly number[],
): Promise<ReadonlyMap<number, RankedRow>> => {
  const texts = new Map<number, RankedRow>()
  for (const some of inChunks(documents, readPerPortion)) {
    if (texts.size > 0) await setImmediate()
    for (const row of await storedTexts(db, some)) texts.set(row.documentId, row)
  }
  const others = documents.filter((id) => !texts.has(id))
  for (const some of inChunks(others, unreadPerPortion)) {
    if (texts.size > 0) await setImmediate()
    for (const row of await unreadTexts(db, some)) texts.set(row.documentId, row)
  }
  return texts
}

const storedTexts = (db: Kysely<Schema>, documents: readonly number[]): Promise<RankedRow[]> =>
  db
    .selectFrom('recipeRankedText')
    .where('documentId', 'in', documents)
    .select(['documentId', 'recipeId', 'createdAt', 'title', 'tags', 'materials', 'lead', 'body'])
    .execute()

const unreadTexts = async (db: Kysely<Schema>, documents: readonly number[]): Promise<RankedRow[]> => {
  const rows = await db
    .selectFrom('recipe')
    .where('documentId', 'in', documents)
    .select(['id', 'documentId', 'createdAt', 'title', 'description', 'ingredients', 'tags', 'difficulty'])
    .select('materialTies')
    .execute()
  return rows.flatMap(({ id, documentId, createdAt, ...row }) =>
    documentId === null ? [] : { documentId, recipeId: id, createdAt, ...rankedText(readForSearch(row)) },
  )
}
