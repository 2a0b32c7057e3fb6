import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useOnePress } from './use-one-press.ts'

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
