import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LevelBadge } from '~/features/products/ui/product-card.tsx'
import { levels } from '../list.rules.ts'
import { LevelMark } from './recipe-cards.tsx'

const shapesOf = (marks: readonly string[]) => new Set(marks.map((mark) => mark.match(/[●○★☆◆◇■□]+/)?.[0]))

test('R34: a level is told by word and shape besides its colour', () => {
  const recipes = levels.map(({ name }) => renderToStaticMarkup(<LevelMark difficulty={name} />))
  expect(recipes.map((mark) => mark.replace(/<[^>]*>/g, ''))).toEqual([
    '●○○難易度 初級',
    '●●○難易度 中級',
    '●●●難易度 上級',
  ])
  expect(shapesOf(recipes).size).toBe(levels.length)
})

test('R34: and so is the level of a kit', () => {
  const kits = levels.map(({ id }) => renderToStaticMarkup(<LevelBadge level={id} />))
  for (const [at, { name }] of levels.entries()) expect(kits[at]).toContain(name)
  expect(shapesOf(kits).size).toBe(levels.length)
})
