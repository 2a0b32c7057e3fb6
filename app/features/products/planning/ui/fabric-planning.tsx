import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import type { PatternScale } from '~/kernel/pattern-scale.ts'
import { Button } from '~/ui/button.tsx'
import type { UsualAnswer } from '../sewing.rules.ts'
import type { PlannerProps } from './fabric-planner.tsx'
import css from './fabric-planning.module.css'
import { PatternRuler } from './pattern-ruler.tsx'

export interface PlanOfFabric {
  readonly scale: PatternScale | null
  readonly usual: readonly UsualAnswer[]
  readonly mayHaveTop: boolean
}

/** Closed at first; `stopped`: the page's word for why it has no stepper to set, such as 売り切れ. */
export function FabricPlanning({
  plan: { scale, usual, mayHaveTop },
  picture,
  stopped,
}: {
  readonly plan: PlanOfFabric
  readonly picture: string
  readonly stopped: string | undefined
}) {
  const { details, Planner, isFailed, load } = usePlanner()
  return (
    <section className={css.planning} aria-label="大きさと枚数を調べる">
      {scale === null ? null : <PatternRuler scale={scale} picture={picture} />}
      <details ref={details} className={css.details} onToggle={load}>
        <summary className={css.summary}>何枚いる？：つくるものから枚数を調べる</summary>
        <UsualTable usual={usual} />
        {Planner === null ? null : <Planner stopped={stopped} mayHaveTop={mayHaveTop} />}
        <div role="status">
          {isFailed ? (
            <>
              <p>枚数の計算を読み込めませんでした。通信の状態をお確かめください。</p>
              <Button look="secondary" onClick={load}>
                もう一度読み込む
              </Button>
            </>
          ) : null}
        </div>
      </details>
    </section>
  )
}

const unitsText = (units: number | null): string => (units === null ? '—' : `${units}枚`)

function UsualTable({ usual }: { readonly usual: readonly UsualAnswer[] }) {
  return (
    <table className={css.usual}>
      <caption>よくある大きさの枚数（縫い代を含み、柄の向きをそろえたとき）</caption>
      <thead>
        <tr>
          <th scope="col">つくるもの</th>
          <th scope="col">裏地なし</th>
          <th scope="col">表地</th>
          <th scope="col">裏地</th>
        </tr>
      </thead>
      <tbody>
        {usual.map(({ name, size, unlined, outside, inside }) => (
          <tr key={name}>
            <th scope="row">
              {name}{' '}
              <small>
                横{size.width}×縦{size.height}cm
              </small>
            </th>
            <td>{unitsText(unlined)}</td>
            <td>{unitsText(outside)}</td>
            <td>{unitsText(inside)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Loads the planner's script on demand, to keep first visits small. */
const usePlanner = () => {
  const details = useRef<HTMLDetailsElement>(null)
  const [Planner, setPlanner] = useState<ComponentType<PlannerProps> | null>(null)
  const [isFailed, setIsFailed] = useState(false)
  const load = useCallback(() => {
    if (!details.current?.open) return
    setIsFailed(false)
    import('./fabric-planner.tsx').then(
      ({ FabricPlanner }) => setPlanner(() => FabricPlanner),
      () => setIsFailed(true),
    )
  }, [])
  // The details may have been opened before hydration.
  useEffect(load, [load])
  return { details, Planner, isFailed, load }
}
