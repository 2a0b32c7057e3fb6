import { data } from 'react-router'
import { Missing } from '~/features/recipes/ui/failed-pages.tsx'

/** /gallery/detail without the id of a recipe (R30). */
export const loader = () => data(null, { status: 404 })

export default function NoRecipe() {
  return <Missing what="recipe-id" />
}
