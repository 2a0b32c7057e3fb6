/** The smaller half of some pieces: what the test of the mutator changes. */
export const smallerHalf = (pieces: number): number => {
  if (pieces < 2) return 0
  return Math.floor(pieces / 2)
}
