import { type AddressFieldName, addressLabels } from '~/features/orders/address.rules.ts'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { TextField } from '~/ui/form.tsx'
import css from './order-desk.module.css'

const fields = [
  { name: 'recipient', maxLength: 60, required: true },
  { name: 'postalCode', inputMode: 'numeric', maxLength: 10, required: true },
  { name: 'prefecture', maxLength: 30, required: true },
  { name: 'city', maxLength: 100, required: true },
  { name: 'line1', maxLength: 100, required: true },
  { name: 'line2', maxLength: 100, required: false },
  { name: 'phone', type: 'tel', maxLength: 20, required: true },
] as const

export function AddressFields({
  values,
  answer,
}: {
  readonly values: Readonly<Record<AddressFieldName, string>>
  readonly answer: DeskAnswer | undefined
}) {
  return (
    <>
      {fields.map((field) => (
        <TextField
          key={field.name}
          autoComplete="off"
          {...field}
          label={addressLabels[field.name]}
          defaultValue={answer?.typed?.[field.name] ?? values[field.name]}
          error={answer?.errors?.[field.name]}
        />
      ))}
      <label className={css.check}>
        <input
          type="checkbox"
          name="mails"
          value="1"
          defaultChecked={answer?.typed === undefined || answer.typed.mails === '1'}
        />
        お客様に「お届け先を変更しました」のメールを送る
      </label>
    </>
  )
}
