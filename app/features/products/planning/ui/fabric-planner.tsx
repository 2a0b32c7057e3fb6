import { type ReactNode, useId, useMemo, useState } from 'react'
import { useChosenUnits } from '~/features/cart/ui/chosen-units.tsx'
import type { Part } from '~/features/products/planning/layout.rules.ts'
import { mostInWords } from '~/features/products/rules.ts'
import { Button } from '~/ui/button.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import {
  type Answer,
  answerFor,
  countTyped,
  type Lining,
  lengthTyped,
  mostKinds,
  mostOfAKind,
  partsOf,
  sewnItems,
} from '../sewing.rules.ts'
import css from './fabric-planning.module.css'
import { LayoutDrawing } from './layout-drawing.tsx'

/** `wrong` says which numbers are accepted. */
function PlannerField({
  label,
  value,
  isWrong,
  wrong = '1〜200の数字で入力してください。',
  onValue,
}: {
  readonly label: string
  readonly value: string
  readonly isWrong: boolean
  readonly wrong?: string
  readonly onValue: (value: string) => void
}) {
  const id = useId()
  const isShown = isWrong && value !== ''
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        maxLength={8}
        value={value}
        aria-invalid={isShown || undefined}
        aria-describedby={isShown ? `${id}-wrong` : undefined}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      />
      {isShown ? (
        <p id={`${id}-wrong`} className={css.wrong}>
          {wrong}
        </p>
      ) : null}
    </div>
  )
}

interface Measure {
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
      <p className="small">縫い代を含めた、裁つ大きさを入力してください。</p>
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

/** `answer` is null while measures are missing. More than the longest piece is never proposed (P37). */
function PlannerAnswer({
  answer,
  joined,
  stopped,
}: {
  readonly answer: Answer | null
  readonly joined: boolean
  readonly stopped: string | undefined
}) {
  const { units, limit, choose } = useChosenUnits()
  const buyable = stopped === undefined
  const { cart, joined: setting } = useSiteFacts()
  const most = cart.unitsPerLine
  const wanted = answer?.kind === 'layout' ? answer.layout.units : 0
  const isShort = buyable && wanted > limit && wanted <= most
  const offered = isShort ? limit : wanted
  const isTaken = buyable && units === offered
  return (
    <>
      <p role="status" className={css.answer}>
        {answer === null ? '大きさを1〜200cmで入力すると、枚数が出ます。' : answerText(answer, joined, most)}
        {isShort ? `いま、${mostInWords(limit, setting)}しかお届けできません。` : ''}
        {!buyable && wanted > 0 ? `いま、この生地は${stopped}です。` : ''}
        {isTaken && !isShort ? '上の枚数に入れました。' : ''}
      </p>
      {answer?.kind === 'layout' && wanted <= most ? (
        <>
          {buyable ? (
            <Button look="secondary" aria-disabled={isTaken} onClick={() => choose(offered)}>
              枚数を{offered}枚にする
            </Button>
          ) : null}
          <LayoutDrawing layout={answer.layout} parts={answer.parts} joined={joined} />
          <p className="small">
            縫い代1cmなど、一般的なつくり方での目安です。マチや柄合わせの分は含みません。
          </p>
        </>
      ) : null}
    </>
  )
}

const names = (parts: readonly Pick<Part, 'name'>[]): string =>
  parts.map(({ name }) => `「${name}」`).join('')

const answerText = (answer: Answer, joined: boolean, most: number): string => {
  if (answer.kind === 'too-large')
    return `${names(answer.names.map((name) => ({ name })))}は、${joined ? '50cm幅' : '50cm角'}の布に入りません。`
  const { units } = answer.layout
  if (units > most) return `${units}枚いります。${most}枚を超えるときは、お店にご相談ください。`
  const piece = units === 1 || !joined ? '' : `（50cm×${units * 50}cm）`
  return `${units}枚${piece}いります。`
}

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
