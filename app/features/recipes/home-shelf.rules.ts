import { recipePath } from './list.rules.ts'

/** Recipes on the shelf of the shop's home, as many as products on the other shelves. */
export const homeShelfSize = 6

/** The id in an address of the gallery, whole or in part; the text itself otherwise. */
export const recipeIdIn = (typed: string): string => {
  const [, id] = typed.split(recipePath('-').slice(0, -1))
  return (id ?? typed).trim().split(/[/?#]/)[0] ?? ''
}
