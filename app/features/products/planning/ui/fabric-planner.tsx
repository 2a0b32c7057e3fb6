import { type ReactNode, useId, useMemo, useState } from 'react'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { answerFor, type Lining, lengthTyped, partsOf, sewnItems } from '../sewing.rules.ts'
import css from './fabric-planning.module.css'
import { type Measure, OwnMeasures, partsTyped } from './own-measures.tsx'
import { PlannerAnswer } from './planner-answer.tsx'
import { PlannerField } from './planner-field.tsx'

const liningNames: Readonly<Record<Lining, string>> = {
  none: '裏地なし',
  outside: '裏地あり（この生地は表地）',
  inside: '裏地あり（この生地は裏地）',
  both: '裏地あり（表も裏もこの生地）',
}

export interface PlannerProps {
  readonly stopped: string | undefined
  readonly mayHaveTop: boolean
}

/** The result sets the page's stepper (W43). */
export function FabricPlanner({ stopped, mayHaveTop }: PlannerProps) {
  const [item, setItem] = useState('0')
  const [size, setSize] = useState(() => typedOf(0))
  const [lining, setLining] = useState<Lining>('none')
  const [oneWay, setOneWay] = useState(mayHaveTop)
  const [measures, setMeasures] = useState<readonly Measure[]>([{ id: 0, width: '', height: '', count: '1' }])
  const joined = useSiteFacts().joined === 'lengthwise'
  const sewn = sewnItems[Number(item)]
  const [width, height] = [lengthTyped(size.width), lengthTyped(size.height)]
  const parts = useMemo(() => {
    if (sewn === undefined) return partsTyped(measures)
    return width === null || height === null ? null : partsOf(sewn, { width, height }, lining)
  }, [sewn, width, height, lining, measures])
  const answer = useMemo(
    () => (parts === null ? null : answerFor(parts, { joined, oneWay })),
    [parts, joined, oneWay],
  )
  return (
    <div className={css.planner}>
      <Choice
        label="つくるもの"
        value={item}
        onValue={(next) => {
          setItem(next)
          setSize(typedOf(Number(next)))
        }}
      >
        {sewnItems.map(({ name }, at) => (
          <option key={name} value={String(at)}>
            {name}
          </option>
        ))}
        <option value="own">自分の型紙の大きさ</option>
      </Choice>
      {sewn === undefined ? (
        <OwnMeasures measures={measures} onChange={setMeasures} />
      ) : (
        <>
          <div className={css.fields}>
            <PlannerField
              label="できあがりの横（cm）"
              value={size.width}
              isWrong={width === null}
              onValue={(next) => setSize({ ...size, width: next })}
            />
            <PlannerField
              label="できあがりの縦（cm）"
              value={size.height}
              isWrong={height === null}
              onValue={(next) => setSize({ ...size, height: next })}
            />
          </div>
          <Choice label="裏地" value={lining} onValue={(next) => setLining(liningOf(next))}>
            {Object.entries(liningNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Choice>
        </>
      )}
      <label className={css.check}>
        <input
          type="checkbox"
          checked={oneWay}
          onChange={({ currentTarget }) => setOneWay(currentTarget.checked)}
        />
        柄に上下がある（パーツの向きをそろえる）
      </label>
      <PlannerAnswer answer={answer} joined={joined} stopped={stopped} />
    </div>
  )
}

const typedOf = (at: number) => {
  const { width, height } = sewnItems[at]?.usual ?? { width: 0, height: 0 }
  return { width: String(width), height: String(height) }
}

const liningOf = (value: string): Lining =>
  value === 'outside' || value === 'inside' || value === 'both' ? value : 'none'

function Choice({
  label,
  value,
  onValue,
  children,
}: {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
        {children}
      </select>
    </div>
  )
}
