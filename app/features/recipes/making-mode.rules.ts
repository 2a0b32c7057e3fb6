import { fieldsOf, parsedJson } from '~/kernel/json.ts'

/** What a device keeps of a recipe that is being made. */
export interface RecipeInProgress {
  readonly id: string
  /** Keys of materials that are at hand. */
  readonly ticked: readonly string[]
  /** Id of the step where making was left; null before the first. */
  readonly step: number | null
}

const mostRecipes = 20

const isRecipeInProgress = (row: unknown): row is { readonly id: string } =>
  typeof fieldsOf(row).id === 'string'

/** What was kept before, the recipe changed last at the end; anything else is left out. */
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

/** With `recipe` as the last of at most twenty; one of which nothing is left to keep goes. */
export const withRecipeInProgress = (
  recipes: readonly RecipeInProgress[],
  recipe: RecipeInProgress,
): readonly RecipeInProgress[] => {
  const others = recipes.filter(({ id }) => id !== recipe.id)
  return recipe.ticked.length === 0 && recipe.step === null ? others : [...others, recipe].slice(-mostRecipes)
}

/** A key for each material: its text, so that an edited list ticks nothing else; the same text twice is ticked twice. */
export const materialKeys = (materials: readonly string[]): readonly string[] => {
  const seen = new Map<string, number>()
  return materials.map((name) => {
    const before = seen.get(name) ?? 0
    seen.set(name, before + 1)
    return `${before} ${name}`
  })
}

export const makingHash = (page: number): string => `#making-${page + 1}`

/** The page of the making mode that a hash names, from 0 and never beyond the last one; null when it names none. */
export const pageOfHash = (hash: string, pages: number): number | null => {
  const [, number] = /^#making-([1-9]\d{0,3})$/.exec(hash) ?? []
  return number === undefined || pages === 0 ? null : Math.min(Number(number), pages) - 1
}

interface Point {
  readonly x: number
  readonly y: number
}

/** A finger moves a little while it taps or scrolls. */
const shortestSwipe = 50

/** To the next page (1) or the one before (-1): a movement that is long enough, and across rather than down. In CSS px. */
export const swipeOf = (from: Point, to: Point): -1 | 0 | 1 => {
  const [across, down] = [to.x - from.x, to.y - from.y]
  if (Math.abs(across) < shortestSwipe || Math.abs(across) < 2 * Math.abs(down)) return 0
  return across < 0 ? 1 : -1
}
