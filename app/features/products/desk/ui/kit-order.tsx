import { listOrderMark, type Way, ways } from '~/kernel/list-order.ts'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import { kitWayTexts } from '../kit-order.rules.ts'
import css from './product-desk.module.css'

const signs = { first: '⤒', up: '↑', down: '↓', last: '⤓' } as const

interface Kit {
  readonly number: string
  readonly name: string
}

interface Kits {
  readonly kits: readonly Kit[]
  readonly requestId: string
}

const markOf = (kits: readonly Kit[]) => listOrderMark(kits.map(({ number }) => number))

/** Undoes the last move. */
export function UndoKitMove({ kits, requestId }: Kits) {
  return (
    <FormCard failed="順番を元に戻せませんでした。">
      <input type="hidden" name="shown" value={markOf(kits)} />
      <input type="hidden" name="requestId" value={`${requestId} undo`} />
      <SubmitButton busy="戻しています…" look="secondary" name="way" value="undo">
        元に戻す
      </SubmitButton>
    </FormCard>
  )
}

/** Kits in shop order, each with buttons to move it. */
export function KitOrder({ kits, requestId }: Kits) {
  const mark = markOf(kits)
  const waysAt = (at: number): readonly Way[] =>
    ways.filter((way) => (way === 'first' || way === 'up' ? at > 0 : at < kits.length - 1))
  return (
    <ol className={css.rows}>
      {kits.map(({ number, name }, at) => (
        <li key={number} className={css.ordered}>
          <span>
            <strong>{number}</strong> {name}
          </span>
          <FormCard failed="順番を変えられませんでした。">
            <input type="hidden" name="number" value={number} />
            <input type="hidden" name="shown" value={mark} />
            <input type="hidden" name="requestId" value={`${requestId} ${number}`} />
            <span className={`row-3 ${css.acts}`}>
              {waysAt(at).map((way) => (
                <SubmitButton
                  key={way}
                  busy="…"
                  look="secondary"
                  name="way"
                  value={way}
                  aria-label={`${name}を${kitWayTexts[way]}`}
                >
                  {signs[way]}
                </SubmitButton>
              ))}
            </span>
          </FormCard>
        </li>
      ))}
    </ol>
  )
}
