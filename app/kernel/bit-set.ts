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

export const hasBit = (bits: BitSet, place: number): boolean =>
  ((bits[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0

/** What all of them have; they are of one list, and at least one. */
export const inEach = ([first, ...others]: readonly [BitSet, ...BitSet[]]): BitSet => {
  const bits = first.slice()
  for (const other of others)
    for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] ?? 0) & (other[word] ?? 0)
  return bits
}

/** What either has; both are of one list. */
export const inEither = (one: BitSet, other: BitSet): BitSet =>
  one.map((bits, word) => bits | (other[word] ?? 0))

/** Ascending. */
export const placesIn = (bits: BitSet): number[] => {
  const places: number[] = []
  for (const [at, word] of bits.entries())
    for (let left = word; left !== 0; left &= left - 1)
      places.push(at * perWord + 31 - Math.clz32(left & -left))
  return places
}

export const countOfBits = (bits: BitSet): number => {
  let count = 0
  for (const word of bits) for (let left = word; left !== 0; left &= left - 1) count += 1
  return count
}
