import { Form } from 'react-router'
import { href } from '~/href.ts'
import { DeskMore } from '~/ui/desk-page.tsx'
import { SubmitButton } from '~/ui/form.tsx'
import type { LabelFormat } from '../labels.rules.ts'
import css from './labels.module.css'

/** Chooses the days of shipped orders, whose labels are made again. */
export function ShippedDays({
  asked: { format, date, from, to },
  isOwner,
}: {
  readonly asked: {
    readonly format: LabelFormat
    readonly date: string
    /** '' for the orders to ship. */
    readonly from: string
    readonly to: string
  }
  readonly isOwner: boolean
}) {
  return (
    <DeskMore name="発送済みの送り状をもう一度" isOpen={from !== ''}>
      <Form method="get" action={href('/admin/packing/labels')} className={css.chooser}>
        <input type="hidden" name="format" value={format} />
        <input type="hidden" name="date" value={date} />
        <label className={css.field}>
          発送した日
          <input type="date" name="from" defaultValue={from} />
        </label>
        {isOwner ? (
          <label className={css.field}>
            から（この日まで）
            <input type="date" name="to" defaultValue={to} />
          </label>
        ) : null}
        <SubmitButton look="secondary" busy="調べています…">
          この日の注文を出す
        </SubmitButton>
      </Form>
    </DeskMore>
  )
}
