import { bestPiece, type Piece } from './rules.ts'

interface Claim {
  readonly id: string
  readonly units: number
  readonly claimedAt: number
}

type Laid = ReadonlyMap<string, string | null>

/** Best fit: each claim goes into the smallest piece that holds it. */
const oneByOne = (claims: readonly Claim[], pieces: readonly Piece[]): Laid => {
  const left = new Map(pieces.map((piece) => [piece.id, piece]))
  const laid = new Map<string, string | null>()
  for (const { id, units } of claims) {
    const piece = bestPiece([...left.values()], units)
    if (piece !== undefined) left.set(piece.id, { ...piece, left: piece.left - units })
    laid.set(id, piece?.id ?? null)
  }
  return laid
}

const sum = (units: readonly number[]): number => units.reduce((total, each) => total + each, 0)

/** Bounds the search to some ms; no real shelf needs so many steps. */
const mostSteps = 2_000

/** Backtracking search for a placement of all claims, within a bounded number of steps; failed states are remembered. */
const allOfThem = (claims: readonly Claim[], pieces: readonly Piece[]): Laid | undefined => {
  const least = Math.min(...claims.map(({ units }) => units))
  const wanted = claims.map((_, at) => sum(claims.slice(at).map(({ units }) => units)))
  const inVain = new Set<string>()
  const lay = (at: number, shelf: readonly Piece[]): Laid | undefined => {
    const claim = claims[at]
    if (claim === undefined) return new Map()
    const lefts = shelf.map(({ left }) => left).filter((left) => left >= least)
    const state = `${at} ${lefts.toSorted((a, b) => a - b)}`
    if (sum(lefts) < (wanted[at] ?? 0) || inVain.has(state) || inVain.size >= mostSteps) return undefined
    const tried = new Set<number>()
    for (const piece of shelf.toSorted((a, b) => a.left - b.left || a.receivedAt - b.receivedAt)) {
      if (piece.left < claim.units || tried.has(piece.left)) continue
      tried.add(piece.left)
      const rest = shelf.map((each) => (each === piece ? { ...piece, left: piece.left - claim.units } : each))
      const found = lay(at + 1, rest)
      if (found !== undefined) return new Map([...found, [claim.id, piece.id]])
    }
    inVain.add(state)
    return undefined
  }
  return lay(0, pieces)
}

/**
 * Assigns each claim to a piece, longest claims first (K9); null when none fits. Claims that fitted into these pieces before always
 * fit again.
 */
export const layClaims = (claims: readonly Claim[], pieces: readonly Piece[]): Laid => {
  const inOrder = claims.toSorted(
    (a, b) => b.units - a.units || a.claimedAt - b.claimedAt || (a.id < b.id ? -1 : 1),
  )
  const laid = oneByOne(inOrder, pieces)
  return [...laid.values()].includes(null) ? (allOfThem(inOrder, pieces) ?? laid) : laid
}
