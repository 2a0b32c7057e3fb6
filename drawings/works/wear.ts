import { colour as c } from '../colours.ts'
import { path, steps, tag } from '../markup.ts'
import { fold, piece, shadow, stitches, tape } from './cut.ts'

/** A bucket hat: six-panel crown, brim with rows of stitches. */
export const bucketHat = (): string => {
  const brim = 'M106 206C88 234 66 268 54 304Q200 372 346 304C334 268 312 234 294 206Z'
  const crown = 'M122 104Q200 66 278 104L296 216Q200 248 104 216Z'
  const rows = 'M96 228Q200 268 304 228M86 246Q200 290 314 246M76 264Q200 312 324 264M67 282Q200 334 333 282'
  return (
    shadow(brim) +
    piece(brim, 'cloth') +
    stitches(rows, c.white, 1.4) +
    piece(crown, 'cloth') +
    piece('M122 104Q200 66 278 104Q200 136 122 104Z', 'cloth') +
    fold('M122 104Q200 136 278 104', 2.5, 0.3) +
    fold('M158 118L148 228M242 118L252 228', 2, 0.24) +
    piece('M107 194Q200 226 293 194L296 216Q200 248 104 216Z', 'lining') +
    fold('M104 217Q200 249 296 217', 4, 0.25) +
    tag('g', { fill: c.charcoal, stroke: c.mustard, 'stroke-width': 3 }, eyelet(126, 158) + eyelet(130, 174))
  )
}

const eyelet = (cx: number, cy: number): string => tag('circle', { cx, cy, r: 4.5 })

/** A round baby bib, bound in the lining cloth, with a snap. */
export const bib = (): string => {
  const body =
    'M152 62C96 64 62 128 66 214C70 300 128 348 200 348S330 300 334 214C338 128 304 64 248 62C262 76 266 96 262 116C256 152 232 170 200 170S144 152 138 116C134 96 138 76 152 62Z'
  return (
    shadow(body) +
    piece(body, 'cloth') +
    path(body, { fill: 'none', stroke: 'url(#lining)', 'stroke-width': 14, 'stroke-linejoin': 'round' }) +
    path(body, { fill: 'none', stroke: '#fff', 'stroke-opacity': 0.25, 'stroke-width': 4 }) +
    stitches(
      'M150 80C104 84 76 140 80 214C84 290 134 335 200 335S316 290 320 214C324 140 296 84 250 80',
      c.white,
      1.5,
    ) +
    tag('circle', { cx: 154, cy: 70, r: 9, fill: c.white, stroke: c.ash, 'stroke-width': 1.5 }) +
    tag('circle', { cx: 154, cy: 70, r: 3.5, fill: c.ash }) +
    tag('circle', { cx: 246, cy: 70, r: 9, fill: c.white, stroke: c.ash, 'stroke-width': 1.5 }) +
    tag('circle', { cx: 246, cy: 70, r: 3.5, fill: c.ash })
  )
}

/** A pair of baby shoes seen from above: lining inside, strap and button. */
export const babyShoes = (): string => {
  const sole =
    'M-2 -122C44 -122 58 -76 52 -20C48 20 56 40 54 74C52 110 30 124 0 124S-52 110 -54 74C-56 40 -48 20 -52 -20C-58 -76 -44 -122 -2 -122Z'
  const mouth = 'M0 -22C26 -22 34 0 34 34C34 82 26 104 0 104S-34 82 -34 34C-34 0 -26 -22 0 -22Z'
  const shoe = (x: number, turn: string) =>
    tag(
      'g',
      { transform: `translate(${x} 206)${turn}` },
      shadow(sole) +
        piece(sole, 'cloth') +
        stitches(
          'M0 -112C36 -112 48 -74 43 -20C39 20 46 40 44 72C42 102 26 114 0 114S-42 102 -44 72C-46 40 -39 20 -43 -20C-48 -74 -36 -112 0 -112Z',
          c.white,
          1.3,
        ) +
        piece(mouth, 'lining') +
        path(mouth, { fill: '#2a1c10', 'fill-opacity': 0.18 }) +
        path('M0 -10C20 -10 26 6 26 34C26 76 18 94 0 94S-26 76 -26 34C-26 6 -20 -10 0 -10Z', {
          fill: 'url(#lining)',
        }) +
        tape('M-50 22Q0 6 48 18', c.oat, 14) +
        tag('circle', { cx: 44, cy: 18, r: 8, fill: c.mustard, stroke: c.cocoa, 'stroke-opacity': 0.5 }) +
        tag('circle', { cx: 44, cy: 18, r: 2, fill: c.cocoa }),
    )
  return shoe(128, 'rotate(-6)scale(-1 1)') + shoe(272, 'rotate(6)')
}

/** A gathered hair band (scrunchie) and its little sister. */
export const scrunchies = (): string =>
  tag('g', { 'fill-rule': 'evenodd' }, scrunchie(160, 168, 104, 'cloth') + scrunchie(300, 306, 60, 'lining'))

const scrunchie = (x: number, y: number, size: number, stuff: 'cloth' | 'lining'): string => {
  const gathers = 11
  const at = (turn: number, r: number) =>
    `${Math.round(x + size * r * Math.cos(turn))} ${Math.round(y + size * r * Math.sin(turn))}`
  const turns = steps(0, (2 * Math.PI) / gathers, gathers)
  const half = Math.PI / gathers
  const scallops = (valley: number, peak: number) =>
    `M${at(0, valley)}${turns.map((turn, k) => `Q${at(turn + half * (k % 2 === 0 ? 0.8 : 1.2), peak)} ${at(turn + 2 * half, valley)}`).join('')}Z`
  const pleats = turns.map(
    (turn, k) =>
      `M${at(turn, 0.97)}L${at(turn + 0.12, k % 3 === 0 ? 0.72 : 0.6)}M${at(turn + half, 0.44)}L${at(turn + half - 0.1, 0.66)}`,
  )
  const ring = scallops(0.98, 1.32) + scallops(0.44, 0.34)
  const hole = `M${at(0, 0.4)}A${size * 0.4} ${size * 0.4} 0 1 1 ${at(-0.1, 0.4)}Z`
  return shadow(scallops(0.98, 1.32) + hole) + piece(ring, stuff) + fold(pleats.join(''), 4, 0.24)
}
