import { lowAtField, reorderField } from '~/features/stock/list-fields.rules.ts'
import { usualLowAt } from '~/features/stock/rules.ts'
import { displayDay } from '~/kernel/days.ts'
import type { CountedProduct } from '../counted.rules.ts'
import css from './counted-list.module.css'

/** A row with what its fields show. */
export interface ShownProduct extends CountedProduct {
  /** The form of the list's fields; null for who may not change them. */
  readonly form: string | null
  /** What was typed and refused. */
  readonly typed: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
}

const unitOf = ({ type }: Pick<CountedProduct, 'type'>): string => (type === 'kit' ? '点' : '枚')

/** Zero is nothing to look at. */
const count = (units: number) => (units === 0 ? <span className={css.none}>0</span> : units)

export const numberCell = ({ number }: ShownProduct) => number

export const nameCell = ({ name, status }: ShownProduct) => (
  <>
    {name}
    {status === '公開中' ? null : <small className={css.status}>{status}</small>}
  </>
)

export const longestCell = ({ longest }: ShownProduct) =>
  longest === 0 ? <span className={css.out}>なし</span> : longest

export const leftOnPhone = ({ total, longest, type }: ShownProduct) => {
  if (total === 0) return 'なし'
  return type === 'kit' || longest === total
    ? `${total}${unitOf({ type })}`
    : `${longest}枚つづき・計${total}枚`
}

export const totalCell = ({ total }: ShownProduct) => count(total)
export const promisedCell = ({ promised }: ShownProduct) => count(promised)
export const weekCell = ({ soldWeek }: ShownProduct) => count(soldWeek)
export const monthCell = ({ soldMonth }: ShownProduct) => count(soldMonth)
export const waitingCell = ({ waiting }: ShownProduct) => (waiting === 0 ? null : `${waiting}人`)
export const daysCell = ({ daysLeft }: ShownProduct) => (daysLeft === null ? null : `${daysLeft}日`)

/** A phone has the name beside what else there is to know. */
export const toldOnPhone = (row: ShownProduct) => {
  const told = [
    row.name,
    row.promised === 0 ? '' : `約束 ${row.promised}${unitOf(row)}`,
    row.form === null || row.soldMonth === 0
      ? ''
      : `30日で${row.soldMonth}${unitOf(row)}・あと${row.daysLeft}日`,
    row.form === null || row.waiting === 0 ? '' : `待つ方 ${row.waiting}人`,
    row.form === null || row.reorder === null
      ? ''
      : `頼んだ ${row.reorder.units}（${displayDay(row.reorder.at)}）`,
  ].filter((text) => text !== '')
  return told.join('・')
}

function Field({
  row: { form, typed, errors },
  name,
  label,
  stored,
  placeholder,
}: {
  readonly row: ShownProduct
  readonly name: string
  readonly label: string
  readonly stored: string
  readonly placeholder?: string
}) {
  const error = errors[name]
  return (
    <span className={css.field}>
      <input
        // A mounted field keeps its text although what is stored is another value; what is typed while the row's other field is saved stays.
        key={stored}
        type="text"
        form={form ?? undefined}
        name={name}
        aria-label={label}
        aria-invalid={error === undefined ? undefined : true}
        title={error}
        inputMode="numeric"
        autoComplete="off"
        placeholder={placeholder}
        defaultValue={typed[name] ?? stored}
      />
    </span>
  )
}

const shownLowAt = ({ lowAt }: Pick<ShownProduct, 'lowAt'>): string => String(lowAt ?? '')
const shownReorder = ({ reorder }: Pick<ShownProduct, 'reorder'>): string => String(reorder?.units ?? '')

/** What the fields of a row showed. */
export const shownOf = (row: CountedProduct) => ({
  number: row.number,
  version: row.version,
  lowAt: shownLowAt(row),
  reorder: shownReorder(row),
})

export const lowAtCell = (row: ShownProduct) =>
  row.form === null ? (
    (row.lowAt ?? usualLowAt)
  ) : (
    <Field
      row={row}
      name={lowAtField(row.number)}
      label={`${row.number}を「在庫が少ない」とする${unitOf(row)}数`}
      stored={shownLowAt(row)}
      placeholder={String(usualLowAt)}
    />
  )

export const reorderCell = (row: ShownProduct) => (
  <span className={css.reorder}>
    <Field
      row={row}
      name={reorderField(row.number)}
      label={`${row.number}の頼んだ数`}
      stored={shownReorder(row)}
    />
    {row.reorder === null ? null : (
      <small>
        {displayDay(row.reorder.at)}
        {row.reorder.arrived > 0 ? `・${row.reorder.arrived}届き` : null}
      </small>
    )}
  </span>
)
