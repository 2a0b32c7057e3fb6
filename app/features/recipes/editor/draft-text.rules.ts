import { isVisible } from '~/kernel/text.ts'
import type { TypedRecipe } from './form.rules.ts'
import { recipeLabels } from './form.texts.ts'

/** All that was written of a recipe, to read and to copy: for who may not post just now (R66). Photographs are not text. */
export const textOfDraft = (typed: TypedRecipe): string => {
  const lines = (heading: string, texts: readonly string[]) => {
    const written = texts.filter(isVisible)
    return written.length === 0 ? [] : [[heading, ...written].join('\n')]
  }
  return [
    ...[typed.title, typed.description].filter(isVisible),
    ...lines(
      recipeLabels.ingredients,
      typed.ingredients.map(({ text }) => (isVisible(text) ? `・${text}` : '')),
    ),
    ...lines(
      recipeLabels.steps,
      typed.steps.map(({ description }, at) => (isVisible(description) ? `${at + 1}. ${description}` : '')),
    ),
    ...lines('くわしい説明', [typed.youtubeUrl, typed.websiteExplanation]),
    ...lines(recipeLabels.tags, [typed.tags]),
    ...lines(
      recipeLabels.products,
      typed.products.flatMap(({ name, price, description, productUrl }) => [
        name,
        price,
        description,
        productUrl,
      ]),
    ),
  ].join('\n\n')
}
