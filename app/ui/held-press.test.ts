import { expect, test } from 'vitest'
import { pressedAgain } from './held-press.ts'

const up = { name: 'act', value: 'up' }
const down = { name: 'act', value: 'down' }
const save = { name: '', value: '' }
const path = '/admin/products/F-1/stock'

test('N153: of what was pressed while a page was read again the same is pressed, and nothing in its place', () => {
  const held = { path, button: down }
  expect(pressedAgain(held, { path, buttons: [up, { ...down }] })).toEqual(down)
  expect(pressedAgain(held, { path, buttons: [up] }), 'its button is gone').toBeUndefined()
  expect(pressedAgain({ path, button: save }, { path, buttons: [up, save] })).toBe(save)
  expect(pressedAgain({ path, button: null }, { path, buttons: [up, down] }), 'Enter').toBe(up)
  expect(
    pressedAgain(held, { path: '/admin/products/F-2/stock', buttons: [up, down] }),
    'the form of another one',
  ).toBeUndefined()
})
