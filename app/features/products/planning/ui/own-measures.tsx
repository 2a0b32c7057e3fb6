import { Button } from '~/ui/button.tsx'
import type { Part } from '../layout.rules.ts'
import { countTyped, lengthTyped, mostKinds, mostOfAKind } from '../sewing.rules.ts'
import css from './fabric-planning.module.css'
import { PlannerField } from './planner-field.tsx'

export interface Measure {
  readonly id: number
  readonly width: string
  readonly height: string
  readonly count: string
}

/** Null while a part is incomplete. */
export const partsTyped = (measures: readonly Measure[]): Part[] | null => {
  const parts = measures.flatMap(({ width, height, count }, at) => {
    const part = { width: lengthTyped(width), height: lengthTyped(height), count: countTyped(count) }
    if (part.width === null || part.height === null || part.count === null) return []
    return { name: `パーツ${at + 1}`, width: part.width, height: part.height, count: part.count }
  })
  return parts.length === measures.length ? parts : null
}

export function OwnMeasures({
  measures,
  onChange,
}: {
  readonly measures: readonly Measure[]
  readonly onChange: (measures: readonly Measure[]) => void
}) {
  const set = (id: number, change: Partial<Measure>) =>
    onChange(measures.map((one) => (one.id === id ? { ...one, ...change } : one)))
  const next = Math.max(...measures.map(({ id }) => id)) + 1
  return (
    <>
      <p className={css.small}>縫い代を含めた、裁つ大きさを入力してください。</p>
      {measures.map(({ id, width, height, count }, at) => (
        <fieldset key={id} className={css.fields}>
          <legend>パーツ{at + 1}</legend>
          <PlannerField
            label="横（cm）"
            value={width}
            isWrong={lengthTyped(width) === null}
            onValue={(typed) => set(id, { width: typed })}
          />
          <PlannerField
            label="縦（cm）"
            value={height}
            isWrong={lengthTyped(height) === null}
            onValue={(typed) => set(id, { height: typed })}
          />
          <PlannerField
            label="枚数"
            value={count}
            isWrong={countTyped(count) === null}
            wrong={`1〜${mostOfAKind}の数字で入力してください。`}
            onValue={(typed) => set(id, { count: typed })}
          />
          {measures.length > 1 ? (
            <Button
              look="quiet"
              aria-label={`パーツ${at + 1}を削除`}
              onClick={() => onChange(measures.filter((one) => one.id !== id))}
            >
              削除
            </Button>
          ) : null}
        </fieldset>
      ))}
      {measures.length < mostKinds ? (
        <Button
          look="secondary"
          onClick={() => onChange([...measures, { id: next, width: '', height: '', count: '1' }])}
        >
          パーツを足す
        </Button>
      ) : null}
    </>
  )
}
