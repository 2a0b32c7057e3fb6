import { useId } from 'react'
import { useChosenUnits } from '~/features/cart/ui/chosen-units.tsx'
import type { PatternScale } from '~/kernel/pattern-scale.ts'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { drawingScale } from '../drawing-scale.rules.ts'
import { outlines, rulerText } from '../ruler.rules.ts'
import css from './fabric-planning.module.css'

/** The photograph to scale, else marks in the motif's size and distance. */
function PatternFill({
  id,
  scale,
  picture,
}: {
  readonly id: string
  readonly scale: PatternScale
  readonly picture: string
}) {
  const { origin } = useSiteFacts()
  const isOurs = picture.startsWith('/') || picture.startsWith(origin)
  if (scale.picture !== null && isOurs)
    return (
      <pattern id={id} patternUnits="userSpaceOnUse" width={scale.picture} height={scale.picture}>
        <image
          href={picture}
          width={scale.picture}
          height={scale.picture}
          preserveAspectRatio="xMidYMid slice"
        />
      </pattern>
    )
  const size = scale.motif ?? (scale.repeat ?? 0) / 2
  if (size === 0) return null
  const apart = Math.max(scale.repeat ?? size * 2, size)
  return (
    <pattern id={id} patternUnits="userSpaceOnUse" width={apart} height={apart}>
      <circle className={css.motif} cx={apart / 2} cy={apart / 2} r={size / 2} />
    </pattern>
  )
}

const side = 50
/** In cm, for the numbers. */
const margin = 10

/** A longer roll would tell nothing. */
const mostDrawn = 4

const shapes = { hand: css.hand, bag: css.bag, pouch: css.pouch }

/** The chosen units to scale, with marks each 10 cm and outlines to compare (W40). */
export function PatternRuler({ scale, picture }: { readonly scale: PatternScale; readonly picture: string }) {
  const id = useId()
  const { units } = useChosenUnits()
  const { joined } = useSiteFacts()
  const drawn = joined === 'lengthwise' ? Math.min(units, mostDrawn) : 1
  const length = side * drawn
  const { px, letter } = drawingScale({ width: side + margin + 3, height: length + margin + 1, most: 6 })
  return (
    <details className={css.details}>
      <summary className={css.summary}>
        ものさし：
        <wbr />
        50cmのなかの
        <wbr />
        柄の大きさを見る
      </summary>
      <div className={css.ruler}>
        <p>{rulerText(scale, drawn)}</p>
        <fieldset className={css.choices}>
          <legend>大きさをくらべる</legend>
          <label>
            <input type="radio" name={id} value="none" defaultChecked /> なし
          </label>
          {outlines.map(({ kind, name }) => (
            <label key={kind}>
              <input type="radio" name={id} value={kind} /> {name}
            </label>
          ))}
        </fieldset>
        <svg
          className={css.drawing}
          viewBox={`${-margin} ${-margin} ${side + margin + 3} ${length + margin + 1}`}
          width={(side + margin + 3) * px}
          height={(length + margin + 1) * px}
          fontSize={letter}
          role="img"
          aria-label={rulerText(scale, drawn)}
        >
          <PatternFill id={`${id}-pattern`} scale={scale} picture={picture} />
          <rect className={css.fabric} width={side} height={length} />
          <rect width={side} height={length} fill={`url(#${id}-pattern)`} />
          <path className={css.marks} d={marks(length)} />
          <path
            className={css.cuts}
            d={tens(length)
              .filter((y) => y % side === 0 && y < length)
              .map((y) => `M0 ${y}h${side}`)
              .join('')}
          />
          {tens(side).map((x) => (
            <text key={`x${x}`} className={css.number} x={x} y={-1.5} textAnchor="middle">
              {x}
            </text>
          ))}
          {tens(length).map((y) => (
            <text key={`y${y}`} className={css.number} x={-1} y={y + letter / 3} textAnchor="end">
              {y}
            </text>
          ))}
          {outlines.map(({ kind, path }) => (
            <path key={kind} className={`${css.outline} ${shapes[kind]}`} d={path} />
          ))}
        </svg>
        <p className="small">数字の単位はcmです。画面での大きさは、実物とは異なります。</p>
      </div>
    </details>
  )
}

const tens = (length: number): number[] => Array.from({ length: length / 10 }, (_, at) => (at + 1) * 10)

const marks = (length: number): string =>
  [
    ...tens(side - 10).map((x) => `M${x} 0v${length}`),
    ...tens(length - 10).map((y) => `M0 ${y}h${side}`),
  ].join('')
