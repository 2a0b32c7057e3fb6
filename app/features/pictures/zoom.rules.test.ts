import { expect, test } from 'vitest'
import { largestScale, moved, pinched, wholePicture, zoomByKey, zoomed } from './zoom.rules.ts'

const box = { width: 300, height: 200 }
const middle = { x: 0, y: 0 }

test('what is under the pointer stays there', () => {
  const zoom = zoomed(wholePicture, 2, { x: 100, y: 50 }, box)
  expect(zoom).toEqual({ scale: 2, x: -100, y: -50 })
  expect(zoomed(zoom, 0.5, { x: 100, y: 50 }, box)).toEqual(wholePicture)
})

test('it grows to six times its size, shrinks to the whole picture, and never leaves its box', () => {
  expect(zoomed(wholePicture, 100, middle, box).scale).toBe(largestScale)
  expect(zoomed({ scale: 2, x: 150, y: 100 }, 0.01, middle, box)).toEqual(wholePicture)
  expect(moved({ scale: 2, x: 0, y: 0 }, { x: 9_999, y: -9_999 }, box)).toEqual({ scale: 2, x: 150, y: -100 })
  expect(moved(wholePicture, { x: 10, y: 10 }, box)).toEqual(wholePicture)
})

test('a square picture in a wide box moves across only once it is wider than the box', () => {
  const square = { ...box, ratio: 1 }
  expect(moved({ scale: 1.5, x: 0, y: 0 }, { x: 99, y: 99 }, square)).toEqual({ scale: 1.5, x: 0, y: 50 })
  expect(moved({ scale: 2, x: 0, y: 0 }, { x: -99, y: 0 }, square)).toEqual({ scale: 2, x: -50, y: 0 })
  const high = { ...box, ratio: 0.5 }
  expect(moved({ scale: 4, x: 0, y: 0 }, { x: 999, y: 999 }, high)).toEqual({ scale: 4, x: 50, y: 300 })
  const wide = { ...box, ratio: 3 }
  expect(moved({ scale: 2, x: 0, y: 0 }, { x: 999, y: 999 }, wide)).toEqual({ scale: 2, x: 150, y: 0 })
})

test('keys enlarge, shrink, move and show the whole again', () => {
  const large = zoomByKey(wholePicture, '+', box)
  if (large === undefined) throw new Error('+ does nothing')
  expect(large.scale).toBe(1.5)
  expect(zoomByKey(large, '-', box)?.scale).toBe(1)
  expect(zoomByKey(large, 'ArrowRight', box)).toMatchObject({ x: -60, y: 0 })
  expect(zoomByKey(large, 'ArrowLeft', box)).toMatchObject({ x: 60, y: 0 })
  expect(zoomByKey(large, 'ArrowUp', box)).toMatchObject({ x: 0, y: 40 })
  expect(zoomByKey(large, 'ArrowDown', box)).toMatchObject({ x: 0, y: -40 })
  expect(zoomByKey(large, '0', box)).toEqual(wholePicture)
  expect(zoomByKey(large, 'a', box)).toBeUndefined()
})

test('two fingers enlarge by their distance and move with their middle', () => {
  const before = [
    { x: -20, y: 0 },
    { x: 20, y: 0 },
  ] as const
  expect(
    pinched(
      wholePicture,
      before,
      [
        { x: -60, y: 0 },
        { x: 60, y: 0 },
      ],
      box,
    ),
  ).toEqual({ scale: 3, x: 0, y: 0 })
  expect(
    pinched(
      wholePicture,
      before,
      [
        { x: -30, y: 10 },
        { x: 50, y: 10 },
      ],
      box,
    ),
  ).toEqual({ scale: 2, x: 10, y: 10 })
  // Both fingers on one spot: the distance to divide by is 0.
  expect(pinched(wholePicture, [middle, middle], [middle, middle], box)).toEqual(wholePicture)
  expect(pinched(wholePicture, [middle, middle], before, box).scale).toBe(largestScale)
})
