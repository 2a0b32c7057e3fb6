import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notChosen } from '~/features/recipes/materials/written.rules.ts'
import { isVisible } from '~/kernel/text.ts'
import { textOfDraft } from './draft-text.rules.ts'
import { newRecipe } from './form.rules.ts'

test('R66: the text of a draft is what was written, under its headings', () => {
  expect(textOfDraft(newRecipe)).toBe('')
  const typed = {
    ...newRecipe,
    title: '巾着',
    description: '一行目\n二行目',
    ingredients: [
      { id: '1', text: '布 50cm', ...notChosen },
      { id: '2', text: ' ', ...notChosen },
    ],
    steps: [
      { id: '1', description: '', imageUrl: '/Image/a.jpg' },
      { id: '2', description: '縫う', imageUrl: '' },
    ],
  }
  expect(textOfDraft(typed)).toBe('巾着\n\n一行目\n二行目\n\n材料\n・布 50cm\n\nつくり方\n2. 縫う')
})

test('R66: nothing that was written is left out', () => {
  const text = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
  const texts = fc.array(text, { maxLength: 4 })
  fc.assert(
    fc.property(fc.array(text, { minLength: 9, maxLength: 9 }), texts, texts, (plain, materials, steps) => {
      const [title = '', description = '', youtubeUrl = '', websiteExplanation = '', tags = ''] = plain
      const [name = '', about = '', productUrl = '', price = ''] = plain.slice(5)
      const shown = textOfDraft({
        ...newRecipe,
        ...{ title, description, youtubeUrl, websiteExplanation, tags },
        ingredients: materials.map((each, at) => ({ id: `${at}`, text: each, ...notChosen })),
        steps: steps.map((each, at) => ({ id: `${at}`, description: each, imageUrl: '' })),
        products: [{ id: '1', name, description: about, productUrl, price, imageUrl: '' }],
      })
      for (const each of [...plain, ...materials, ...steps].filter(isVisible)) expect(shown).toContain(each)
    }),
  )
})
