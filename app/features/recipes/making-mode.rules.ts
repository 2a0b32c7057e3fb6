import { fieldsOf, parsedJson } from '~/kernel/json.ts'

/** Kept on the device. */
export interface RecipeInProgress {
  readonly id: string
  readonly ticked: readonly string[]
  /** Id of the current step; null before the first. */
  readonly step: number | null
}

export const mostRecipes = 20

const isRecipeInProgress = (row: unknown): row is { readonly id: string } =>
  typeof fieldsOf(row).id === 'string'

/** Parses what the device kept, the latest recipe last; skips anything malformed. */
export const readRecipesInProgress = (text: string): readonly RecipeInProgress[] => {
  const rows = parsedJson(text)
  return (Array.isArray(rows) ? rows : []).filter(isRecipeInProgress).map((row) => {
    const { ticked, step } = fieldsOf(row)
    return {
      id: row.id,
      ticked: Array.isArray(ticked) ? ticked.map(String) : [],
      step: typeof step === 'number' ? step : null,
    }
  })
}

/** Puts `recipe` last of at most twenty; removes it when nothing is ticked or begun. */
export const withRecipeInProgress = (
  recipes: readonly RecipeInProgress[],
  recipe: RecipeInProgress,
): readonly RecipeInProgress[] => {
  const others = recipes.filter(({ id }) => id !== recipe.id)
  return recipe.ticked.length === 0 && recipe.step === null ? others : [...others, recipe].slice(-mostRecipes)
}

/** Keys are the texts, so that editing the list does not move ticks; repeated texts are ticked separately. */
export const materialKeys = (materials: readonly string[]): readonly string[] => {
  const seen = new Map<string, number>()
  return materials.map((name) => {
    const before = seen.get(name) ?? 0
    seen.set(name, before + 1)
    return `${before} ${name}`
  })
}

export const makingHash = (page: number): string => `#making-${page + 1}`

/** Page index from 0 that a hash names, limited to the last page; null when it names none. */
export const pageOfHash = (hash: string, pages: number): number | null => {
  const [, number] = /^#making-([1-9]\d{0,3})$/.exec(hash) ?? []
  return number === undefined || pages === 0 ? null : Math.min(Number(number), pages) - 1
}

interface Point {
  readonly x: number
  readonly y: number
}

/** In CSS px; a finger moves a little even while it taps or scrolls. */
const shortestSwipe = 50

/** 1 for the next page, -1 for the previous one, 0 for movements that are short or mostly vertical. In CSS px. */
export const swipeOf = (from: Point, to: Point): -1 | 0 | 1 => {
  const [across, down] = [to.x - from.x, to.y - from.y]
  if (Math.abs(across) < shortestSwipe || Math.abs(across) < 2 * Math.abs(down)) return 0
  return across < 0 ? 1 : -1
}
