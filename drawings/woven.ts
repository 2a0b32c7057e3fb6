import type { Colour } from './colours.ts'
import { num, path, steps } from './markup.ts'
import { CLOTH, ground, type Print } from './print.ts'
import type { Weave } from './weave.ts'

/** Lines along the warp at every x of `xs`, as path data. */
export const warp = (xs: readonly number[]) => xs.map((x) => `M${num(x)} 0V${CLOTH}`).join('')
const weft = (ys: readonly number[]) => ys.map((y) => `M0 ${num(y)}H${CLOTH}`).join('')

type TwoColours = { readonly ground: Colour; readonly thread: Colour }

/** Gingham: dyed bands of warp and weft, half strength where one crosses white and full where both meet. */
export const gingham = ({
  ground: base,
  thread,
  bands = 8,
}: TwoColours & { readonly bands?: 8 | 16 }): Print => {
  const period = CLOTH / bands
  const xs = steps(period / 4, period, bands)
  const band = { stroke: thread, 'stroke-opacity': 0.55, 'stroke-width': period / 2 }
  return {
    kind: 'gingham',
    weave: 'plain',
    motif: ground(base) + path(warp(xs), band) + path(weft(xs), band),
  }
}

type Band = readonly [at: number, width: number, thread: Colour, opacity: number]

/** Tartan: the same order of bands in warp and weft, on a twill. `bands` repeat every 200 units. */
export const tartan = ({
  ground: base,
  bands,
}: {
  readonly ground: Colour
  readonly bands: readonly Band[]
}): Print => {
  const lines = (direction: typeof warp) =>
    bands
      .map(([at, width, thread, opacity]) =>
        path(direction([at, at + CLOTH / 2]), {
          stroke: thread,
          'stroke-opacity': opacity,
          'stroke-width': width,
        }),
      )
      .join('')
  return { kind: 'tartan', weave: 'twill', motif: ground(base) + lines(warp) + lines(weft) }
}

/** Stripes of several widths along the warp. `bands` are (place, width, colour) and repeat every `period` units. */
export const stripes = ({
  ground: base,
  bands,
  period,
  weave = 'plain',
}: {
  readonly ground: Colour
  readonly bands: ReadonlyArray<readonly [at: number, width: number, thread: Colour]>
  readonly period: 20 | 25 | 40 | 50 | 80 | 100
  readonly weave?: Weave
}): Print => ({
  kind: 'stripes',
  weave,
  motif:
    ground(base) +
    bands
      .map(([at, width, thread]) =>
        path(warp(steps(at, period, CLOTH / period)), { stroke: thread, 'stroke-width': width }),
      )
      .join(''),
})

/** Sashiko: persimmon-flower darning, white running stitches on a dyed ground. */
export const sashiko = ({ ground: base, thread }: TwoColours): Print => {
  const step = CLOTH / 20
  const rows = steps(step / 2, step, 20)
  const phase = [0, 1, 0, 0, 1, 0, 1, 1, 0, 1]
  const started = (offset: number) => rows.filter((_, k) => phase[k % phase.length] === offset)
  const stitch = { stroke: thread, 'stroke-width': 3, 'stroke-linecap': 'round' }
  const dashes = (d: string, offset: number) =>
    path(d, { ...stitch, 'stroke-dasharray': `${step - 5} ${step + 5}`, 'stroke-dashoffset': offset })
  return {
    kind: 'sashiko',
    weave: 'plain',
    motif:
      ground(base) +
      [0, 1]
        .map((o) => dashes(warp(started(o)) + weft(started(o)), o * step + step / 2 - 2.5 - step))
        .join(''),
  }
}
