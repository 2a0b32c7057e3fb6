/** One bit for each place of a list. */
export type BitSet = Uint32Array

const perWord = 32

export const bitSet = (size: number, places: Iterable<number>): BitSet => {
  const bits = new Uint32Array(Math.ceil(size / perWord))
  for (const place of places) {
    const word = place >>> 5
    bits[word] = (bits[word] ?? 0) | (1 << (place & 31))
  }
  return bits
}

/** What all of them have; they are of one list, and at least one. The only one is given itself: nobody changes a set. */
export const inEach = ([first, ...others]: readonly [BitSet, ...BitSet[]]): BitSet => {
  if (others.length === 0) return first
  const bits = first.slice()
  for (const other of others)
    for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] ?? 0) & (other[word] ?? 0)
  return bits
}

/** What any of them has; as `inEach`. */
export const inAny = ([first, ...others]: readonly [BitSet, ...BitSet[]]): BitSet => {
  if (others.length === 0) return first
  const bits = first.slice()
  for (const other of others)
    for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] ?? 0) | (other[word] ?? 0)
  return bits
}

/** What the first has and the other has not; both are of one list. */
export const without = (one: BitSet, other: BitSet): BitSet => {
  const bits = one.slice()
  for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] ?? 0) & ~(other[word] ?? 0)
  return bits
}

/** Those of its places that `holds` is true of. */
export const placesWhich = (bits: BitSet, holds: (place: number) => boolean): BitSet => {
  const some = new Uint32Array(bits.length)
  for (let at = 0; at < bits.length; at += 1)
    for (let left = bits[at] ?? 0; left !== 0; left &= left - 1) {
      const bit = left & -left
      if (holds(at * perWord + 31 - Math.clz32(bit))) some[at] = (some[at] ?? 0) | bit
    }
  return some
}

/** Ascending. */
export const placesIn = (bits: BitSet): number[] => {
  const places: number[] = []
  for (let at = 0; at < bits.length; at += 1)
    for (let left = bits[at] ?? 0; left !== 0; left &= left - 1)
      places.push(at * perWord + 31 - Math.clz32(left & -left))
  return places
}

export const countOfBits = (bits: BitSet): number => {
  let count = 0
  for (let at = 0; at < bits.length; at += 1) count += bitsOf(bits[at] ?? 0)
  return count
}

/** `countOfBits` of `inEach` of the two. */
export const countInBoth = (one: BitSet, other: BitSet): number => {
  let count = 0
  for (let at = 0; at < one.length; at += 1) count += bitsOf((one[at] ?? 0) & (other[at] ?? 0))
  return count
}

/** Sums of 2, then 4, then 8 bits beside each other, and the four of these in the highest byte. */
const bitsOf = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
