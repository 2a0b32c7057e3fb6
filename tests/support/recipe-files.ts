/** A file that docs/recipes.md shows whole, under the path at which its steps put it. */
interface RecipeFile {
  readonly path: string
  readonly text: string
}

/** The code of the recipes in their order, without its indentation. */
export const recipeCode = (recipes: string): readonly string[] =>
  [...recipes.matchAll(/^( *)```tsx?\n([\s\S]*?)^\1```/gm)].map(([, indent = '', code = '']) =>
    code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )

const paths: readonly (readonly [exported: string, path: string])[] = [
  ['shopEvents', 'db/migrations/9999-shop-events.ts'],
  ['comingEvents', 'app/features/events/queries.server.ts'],
  ['addEvent', 'app/features/events/commands.server.ts'],
  ['action', 'app/routes/shop/events.tsx'],
]

/** What somebody who follows the recipes has in her tree. */
export const recipeFiles = (recipes: string): readonly RecipeFile[] =>
  paths.map(([exported, path]) => {
    const text = recipeCode(recipes).find((code) => code.includes(`export const ${exported}`))
    if (text === undefined) throw new Error(`docs/recipes.md shows no ${exported} for ${path}`)
    return { path, text }
  })
