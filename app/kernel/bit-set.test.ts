import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitSet, countInBoth, countOfBits, inAny, inEach, placesIn, placesWhich, without } from './bit-set.ts'

test('sets of places count and join as sets of numbers do', () => {
  const whole = Array.from({ length: 201 }, (_, place) => place)
  const some = fc.oneof(fc.uniqueArray(fc.nat(200)), fc.subarray(whole), fc.constant(whole))
  fc.assert(
    fc.property(some, some, (one, other) => {
      const [a, b] = [bitSet(201, one), bitSet(201, other)]
      const sorted = (places: readonly number[]) => places.toSorted((x, y) => x - y)
      expect(placesIn(a)).toEqual(sorted(one))
      expect(countOfBits(a)).toBe(one.length)
      expect(placesIn(without(a, b))).toEqual(sorted(one.filter((place) => !other.includes(place))))
      expect(placesIn(inEach([a, b]))).toEqual(sorted(one.filter((place) => other.includes(place))))
      const isThird = (place: number) => place % 3 === 1
      expect(placesIn(placesWhich(a, isThird))).toEqual(sorted(one).filter(isThird))
      expect(placesIn(inAny([a, b]))).toEqual(sorted([...new Set([...one, ...other])]))
      expect(countInBoth(a, b)).toBe(one.filter((place) => other.includes(place)).length)
    }),
  )
})
