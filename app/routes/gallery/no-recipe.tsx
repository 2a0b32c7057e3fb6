import { data } from 'react-router'
import { RecipeMissing } from '~/features/recipes/ui/recipe-missing.tsx'

/** /gallery/detail without the id of a work (R30). */
export const loader = () => data(null, { status: 404 })

export default function NoRecipe() {
  return <RecipeMissing why="no-id" />
}
