import type { DemoRecipe } from '~/features/recipes/demo.commands.server.ts'
import { bags } from './recipes-bags.ts'
import { recipesForChildren } from './recipes-for-children.ts'
import { recipesForGifts } from './recipes-for-gifts.ts'
import { recipesForHome } from './recipes-for-home.ts'

export const demoRecipes: readonly DemoRecipe[] = [
  ...recipesForChildren,
  ...bags,
  ...recipesForHome,
  ...recipesForGifts,
]
