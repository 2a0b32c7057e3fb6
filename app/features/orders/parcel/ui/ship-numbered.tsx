import { useEffect, useRef, useState } from 'react'
import { carrierNames, isCarrier } from '~/features/orders/carriers.rules.ts'
import type { TakenBack, TypedParcel } from '~/features/orders/shipping.rules.ts'
import { namesTold } from '~/kernel/left-out.ts'
import { SubmitButton } from '~/ui/form.tsx'
import { hasNumber, isTouched, numberRows, parcelsOfRow } from '../number-rows.rules.ts'

/** The button says which orders leave by its press: those that were touched here. Without script it leads to their names. */
export function ShipNumbered({
  orders,
}: {
  readonly orders: readonly {
    readonly number: string
    readonly recipient: string
    readonly back: TakenBack | null
  }[]
}) {
  const here = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState<{ readonly names: string; readonly by: string; readonly others: number }>()
  useEffect(() => {
    const form = here.current?.closest('form')
    if (!form) return
    const isBack = new Set(orders.flatMap(({ number, back }) => (back === null ? [] : number)))
    const look = () => {
      const { rows, above, read } = numberRows(new FormData(form))
      const leave = rows.filter(hasNumber)
      const named = leave.filter((row) => isTouched(row) && !isBack.has(row.number))
      const names = named.map(({ number }) => number).join(' ')
      const by = carriersText(named.map((row) => parcelsOfRow(row, above, read)))
      const others = leave.length - named.length
      setSeen((before) =>
        before?.names === names && before.by === by && before.others === others
          ? before
          : { names, by, others },
      )
    }
    look()
    form.addEventListener('input', look)
    return () => form.removeEventListener('input', look)
  })
  const names = seen === undefined || seen.names === '' ? [] : seen.names.split(' ')
  const recipients = names.flatMap(
    (number) => orders.find((order) => order.number === number)?.recipient ?? [],
  )
  return (
    <div ref={here} className="stack-3">
      {names.map((number) => (
        <input key={number} type="hidden" name="names" value={number} />
      ))}
      {names.length > 0 && seen !== undefined && seen.others > 0 ? (
        <p>{`ほかに番号のある${seen.others}件は、押したあとに名前で確かめます。`}</p>
      ) : null}
      <SubmitButton
        look="secondary"
        name="intent"
        value="ship"
        busy="発送済みにしています…"
        failed="番号の保存も発送も、できませんでした。"
      >
        {shipWords(recipients, seen)}
      </SubmitButton>
    </div>
  )
}

const mostNamed = 3

/** With which carriers these orders go: ヤマトで, or how many go with each. */
const carriersText = (orders: ReadonlyArray<readonly TypedParcel[]>): string => {
  const counts = new Map<string, number>()
  for (const parcels of orders)
    for (const carrier of new Set(parcels.map(({ carrier }) => carrier)))
      if (isCarrier(carrier)) counts.set(carrierNames[carrier], (counts.get(carrierNames[carrier]) ?? 0) + 1)
  const [first] = counts.keys()
  if (counts.size < 2) return first === undefined ? '' : `${first}で`
  return [...counts].map(([name, count]) => `${name} ${count}件`).join('・')
}

/** Whose orders leave, and with which carrier (N114). */
const shipWords = (
  recipients: readonly string[],
  seen: { readonly by: string; readonly others: number } | undefined,
): string => {
  const count = recipients.length
  if (count > 0 && seen !== undefined) {
    const whose = `保存して${count}件（${namesTold(recipients, '件', mostNamed)}）を`
    return seen.by === '' || seen.by.endsWith('で')
      ? `${whose}${seen.by}発送済みにする`
      : `${whose}発送済みにする（${seen.by}）`
  }
  if (seen?.others === 0) return '番号を入れた注文を発送済みにする'
  return `番号のある${seen === undefined ? '注文' : `${seen.others}件`}を、名前を確かめて発送する`
}
