import { useId } from 'react'
import { difficultyLevelOf } from '~/features/recipes/list.rules.ts'
import { type Author, cookingTimes, recipeId } from '~/features/recipes/types.ts'
import { RecipeCards } from '~/features/recipes/ui/recipe-cards.tsx'
import { isVisible, oneLine } from '~/kernel/text.ts'
import type { TypedRecipe } from '../form.rules.ts'
import css from './recipe-editor.module.css'

/** The card of a recipe as lists will show it, while it is typed. */
export function CardPreview({ typed, author }: { readonly typed: TypedRecipe; readonly author: Author }) {
  const id = useId()
  const card = {
    id: recipeId('preview'),
    title: isVisible(typed.title) ? oneLine(typed.title) : 'タイトル',
    description: typed.description,
    mainImageUrl: typed.mainImageUrl,
    difficulty: difficultyLevelOf(typed.difficulty).name,
    cookingTime: cookingTimes.find((time) => time === typed.cookingTime) ?? null,
    likes: 0,
    createdAt: 0,
    author,
  }
  return (
    <div className={css.preview}>
      <p className={css.legend}>プレビュー</p>
      <p className="small">一覧では、このように見えます。</p>
      {/* A preview: its links lead nowhere yet. */}
      <div inert className={css.card}>
        <RecipeCards cards={[card]} sizes="20rem" idPrefix={id} />
      </div>
    </div>
  )
}
