import { describe, expect, test } from 'vitest'
import {
  makingHash,
  materialKeys,
  pageOfHash,
  type RecipeInProgress,
  readRecipesInProgress,
  swipeOf,
  withRecipeInProgress,
} from './making-mode.rules.ts'

const recipe = (id: string, parts: Partial<RecipeInProgress> = {}): RecipeInProgress => ({
  id,
  ticked: ['布'],
  step: null,
  ...parts,
})
const ids = (recipes: readonly RecipeInProgress[]) => recipes.map(({ id }) => id)

describe('recipes in progress', () => {
  test('the twenty that were changed last are kept, also those with numbers for ids', () => {
    const recipes = Array.from({ length: 30 }, (_, at) => recipe(String(30 - at)))
    const kept = recipes.reduce<readonly RecipeInProgress[]>(withRecipeInProgress, [])
    expect(ids(kept)).toEqual(ids(recipes.slice(10)))
    expect(ids(withRecipeInProgress(kept, recipe('20', { step: 3 })))).toEqual([
      ...ids(recipes.slice(11)),
      '20',
    ])
    expect(readRecipesInProgress(JSON.stringify(kept))).toEqual(kept)
  })

  test('one of which nothing is left goes; a tick or a place alone stays', () => {
    const kept = [recipe('a'), recipe('b')]
    expect(withRecipeInProgress(kept, recipe('a', { ticked: [] }))).toEqual([recipe('b')])
    expect(ids(withRecipeInProgress(kept, recipe('a', { ticked: [], step: 1 })))).toEqual(['b', 'a'])
  })

  test.each(['', 'null', '{}', '3', '[', '[null,3,"a",{}]', '[{"id":5}]'])(
    'what is unreadable is nothing: %s',
    (text) => expect(readRecipesInProgress(text)).toEqual([]),
  )

  test('of what is half readable the readable half is kept', () => {
    expect(
      readRecipesInProgress('[{"id":"a","ticked":"x","step":"y"},{"id":"b","ticked":[1],"step":2}]'),
    ).toEqual([
      { id: 'a', ticked: [], step: null },
      { id: 'b', ticked: ['1'], step: 2 },
    ])
  })
})

test('a material keeps its key when others come, go or move; the same twice has two', () => {
  const keys = materialKeys(['布', 'ひも', '布'])
  expect(new Set(keys).size).toBe(3)
  expect(materialKeys(['芯', 'ひも', '布', '布'])).toEqual(expect.arrayContaining([...keys]))
  expect(materialKeys(['糸', 'ボタン'])).not.toContain(keys[0])
})

describe('the page that an address names', () => {
  test.each([0, 1, 8])('%d is read as it was written', (page) =>
    expect(pageOfHash(makingHash(page), 9)).toBe(page),
  )
  test('beyond the last one is the last one', () => expect(pageOfHash('#making-9999', 9)).toBe(8))
  test.each(['', '#steps', '#making', '#making-0', '#making--1', '#making-1x', '#making-99999', 'making-1'])(
    '%s is none',
    (hash) => expect(pageOfHash(hash, 9)).toBeNull(),
  )
  test('a recipe without pages has none', () => expect(pageOfHash('#making-1', 0)).toBeNull())
})

test.each([
  ['far to the left', -80, 10, 1],
  ['far to the right', 80, -10, -1],
  ['a tap', -49, 0, 0],
  ['just far enough', -50, 25, 1],
  ['rather down', -60, 31, 0],
  ['rather up', 60, -31, 0],
])('%s', (_what, x, y, turned) => {
  expect(swipeOf({ x: 200, y: 300 }, { x: 200 + x, y: 300 + y })).toBe(turned)
})
