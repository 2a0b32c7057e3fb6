import { expect, test } from 'vitest'
import { pressedAgain } from './held-press.ts'

const up = { name: 'act', value: 'up', to: null }
const down = { name: 'act', value: 'down', to: null }
const save = { name: '', value: '', to: null }
const path = '/admin/products/F-1/stock'

test('N153: of what was pressed while a page was read again the same is pressed, and nothing in its place', () => {
  const held = { path, button: down }
  expect(pressedAgain(held, { path, buttons: [up, { ...down }] })).toEqual(down)
  expect(pressedAgain(held, { path, buttons: [up] }), 'its button is gone').toBeUndefined()
  expect(pressedAgain({ path, button: save }, { path, buttons: [up, save] })).toBe(save)
  const rows = ['F-1', 'F-2'].map((row) => ({ name: 'act', value: 'price', to: `?only=${row}` }))
  expect(pressedAgain({ path, button: rows[1] ?? null }, { path, buttons: rows }), 'of a row').toBe(rows[1])
  expect(pressedAgain({ path, button: rows[1] ?? null }, { path, buttons: rows.slice(0, 1) })).toBeUndefined()
  expect(pressedAgain({ path, button: null }, { path, buttons: [up, down] }), 'Enter').toBe(up)
  expect(
    pressedAgain(held, { path: '/admin/products/F-2/stock', buttons: [up, down] }),
    'the form of another one',
  ).toBeUndefined()
})
