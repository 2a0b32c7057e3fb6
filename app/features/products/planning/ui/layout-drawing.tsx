import { drawingScale, sideCm } from '../drawing-scale.rules.ts'
import type { Layout, Part } from '../layout.rules.ts'
import css from './fabric-planning.module.css'

/** More would be too long to draw; the table of parts says the rest. */
const mostDrawn = 12

const sign = (part: number): string => 'ABCDEFGHIJKL'[part] ?? '?'

/** In cm; letters refer to the list of parts. */
export function LayoutDrawing({
  layout,
  parts,
  joined,
}: {
  readonly layout: Layout
  readonly parts: readonly Part[]
  readonly joined: boolean
}) {
  const drawn = Math.min(layout.units, mostDrawn)
  const pieces = joined ? 1 : drawn
  const length = joined ? sideCm * drawn : sideCm
  const across = Math.min(pieces, 2)
  const down = Math.ceil(pieces / across)
  const gap = 4
  const [width, height] = [across * (sideCm + gap) - gap, down * (length + gap) - gap]
  const { px, letter } = drawingScale({ width: width + 2, height: height + 2, most: 5, least: 3 })
  const left = (piece: number) => (piece % across) * (sideCm + gap)
  const top = (piece: number) => Math.floor(piece / across) * (length + gap)
  return (
    <>
      <svg
        className={css.drawing}
        viewBox={`-1 -1 ${width + 2} ${height + 2}`}
        width={width * px}
        height={height * px}
        role="img"
        aria-label={`裁ち方の図。${parts.map(({ name, count }, at) => `${sign(at)} ${name} ${count}枚`).join('、')}を、${layout.units}枚分の布に置いています。`}
      >
        {Array.from({ length: pieces }, (_, piece) => (
          <rect
            key={`${left(piece)} ${top(piece)}`}
            className={css.fabric}
            x={left(piece)}
            y={top(piece)}
            width={sideCm}
            height={length}
          />
        ))}
        {joined ? (
          <path
            className={css.cuts}
            d={Array.from({ length: drawn - 1 }, (_, at) => `M0 ${(at + 1) * sideCm}h${sideCm}`).join('')}
          />
        ) : null}
        {layout.placed
          .filter(({ piece, y }) => piece < pieces && y < length)
          .map(({ part, piece, x, y, width, height }) => (
            <g key={`${piece} ${x} ${y}`}>
              <rect
                className={css.part}
                x={left(piece) + x}
                y={top(piece) + y}
                width={width}
                height={height}
              />
              <text
                className={css.letter}
                x={left(piece) + x + width / 2}
                y={top(piece) + y + height / 2 + Math.max(letter, Math.min(5, width, height)) / 3}
                fontSize={Math.max(letter, Math.min(5, width, height))}
                textAnchor="middle"
              >
                {sign(part)}
              </text>
            </g>
          ))}
      </svg>
      {drawn < layout.units ? <p className="small">図は、はじめの{drawn}枚分です。</p> : null}
      <ul className={css.parts}>
        {parts.map(({ name, width, height, count }, at) => (
          <li key={sign(at)}>
            <b>{sign(at)}</b> {name}　横{width}×縦{height}cm　{count}枚
          </li>
        ))}
      </ul>
    </>
  )
}
