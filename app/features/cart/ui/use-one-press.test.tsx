import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { isSecondTap, useOnePress } from './use-one-press.ts'

const pressed = () => {
  const told: ReturnType<typeof useOnePress>[] = []
  function Pressed() {
    told.push(useOnePress())
    return null
  }
  renderToStaticMarkup(<Pressed />)
  const [isSame] = told
  if (isSame === undefined) throw new Error('not rendered')
  return (timeStamp: number, wanted = '1') => isSame({ timeStamp }, wanted)
}

test('C25: taps within a second of a press are the same press, later ones and those for other units are not', () => {
  const isSame = pressed()
  expect(isSame(0)).toBe(false)
  expect(isSame(150)).toBe(true)
  expect(isSame(999)).toBe(true)
  expect(isSame(1_000)).toBe(false)
  expect(isSame(1_100, '2')).toBe(false)
  expect(isSame(1_200, '2')).toBe(true)
  expect(isSame(1_300)).toBe(false)
})

const tap = { timeStamp: 5_000, clientX: 290, clientY: 715, detail: 1 }

test.each([
  ['at the same place', {}, true],
  ['a little beside it', { clientX: 300, clientY: 705 }, true],
  ['somewhere else', { clientX: 60 }, false],
  ['later', { timeStamp: 6_000 }, false],
  ['by keyboard', { detail: 0 }, false],
])('C25: on a button that has covered the pressed one a press %s is told', (_, other, isSecond) => {
  expect(isSecondTap(tap, { ...tap, timeStamp: 5_150, ...other })).toBe(isSecond)
})
