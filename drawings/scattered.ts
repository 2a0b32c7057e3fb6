import { steps, tag } from './markup.ts'
import { CLOTH } from './print.ts'
import { overEdges, scatter, seededRandom } from './random.ts'

type Piece = { readonly id: string; readonly reach: number; readonly count: number }

/** `pieces`, the largest first, loosely scattered and freely turned over a cloth that repeats every `period` units. */
export const scattered = (seed: number, period: number, pieces: readonly Piece[]): string => {
  const next = seededRandom(seed + 1)
  const bag = pieces.flatMap((piece) => Array<Piece>(piece.count).fill(piece))
  const spots = scatter(seed, bag.length, period)
  return bag
    .flatMap(({ id, reach }, k) => {
      const turn = Math.round(next() * 360)
      return overEdges(spots[k] ?? { x: 0, y: 0 }, reach, period).map(({ x, y }) =>
        tag('use', {
          href: `#${id}`,
          transform: `translate(${Math.round(x)} ${Math.round(y)})rotate(${turn})`,
        }),
      )
    })
    .join('')
}

/** A repeat of `period` units, drawn once and laid over the whole cloth. */
export const repeated = (kind: string, period: 200 | 100, markup: string): string =>
  tag('g', { id: `${kind}Tile` }, markup) +
  steps(0, period, CLOTH / period)
    .flatMap((y) => steps(0, period, CLOTH / period).map((x) => ({ x, y })))
    .slice(1)
    .map(({ x, y }) => tag('use', { href: `#${kind}Tile`, x, y }))
    .join('')
