import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** Replaces what a phone some years old lacks by what is added for it. */
const added: readonly (readonly [owner: object, name: string])[] = [
  [URL, 'parse'],
  [URL, 'canParse'],
  [AbortSignal, 'timeout'],
  [AbortSignal, 'any'],
  [Map, 'groupBy'],
  [Array.prototype, 'toSorted'],
  [Array.prototype, 'toReversed'],
  [Array.prototype, 'toSpliced'],
  [String.prototype, 'toWellFormed'],
]
const native = added.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name) ?? {})

beforeAll(async () => {
  for (const [owner, name] of added) Reflect.deleteProperty(owner, name)
  await vi.importActual('./older-browsers.ts')
})

afterAll(() => {
  for (const [at, [owner, name]] of added.entries()) Object.defineProperty(owner, name, native[at] ?? {})
})

test('what is added is not what was there', () => {
  for (const [at, [owner, name]] of added.entries())
    expect(Reflect.get(owner, name), name).not.toBe(native[at]?.value)
})

test('addresses', () => {
  expect(URL.parse('/cart', 'https://shop.example')?.href).toBe('https://shop.example/cart')
  expect(URL.parse('/cart')).toBeNull()
  expect([URL.canParse('https://shop.example'), URL.canParse('//')]).toEqual([true, false])
})

test('lists stay as they are and give changed copies', () => {
  const list = [3, 1, 2]
  expect(list.toSorted()).toEqual([1, 2, 3])
  expect(list.toSorted((a, b) => b - a)).toEqual([3, 2, 1])
  expect(list.toReversed()).toEqual([2, 1, 3])
  expect(list.toSpliced(1, 1)).toEqual([3, 2])
  expect(list.toSpliced(1, 0, 7, 8)).toEqual([3, 7, 8, 1, 2])
  expect(list).toEqual([3, 1, 2])
})

test('groups keep the order of their items and of their keys', () => {
  const groups = Map.groupBy([5, 2, 3, 4], (each, at) => (at === 0 ? 'first' : each % 2))
  expect([...groups]).toEqual([
    ['first', [5]],
    [0, [2, 4]],
    [1, [3]],
  ])
})

test('half a surrogate pair becomes a sign of its own', () => {
  expect('a\ud83eb\ud83e\uddf5'.toWellFormed()).toBe('a\ufffdb\ud83e\uddf5')
})

test('a signal of several ends with the first of them, for its reason', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const either = AbortSignal.any([one.signal, other.signal])
  expect(either.aborted).toBe(false)
  other.abort('left')
  one.abort('late')
  expect([either.aborted, either.reason]).toEqual([true, 'left'])
  expect(AbortSignal.any([one.signal]).reason).toBe('late')
})
