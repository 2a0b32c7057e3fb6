import { readAddress } from '~/features/orders/address.rules.ts'
import { domesticPhone } from '~/kernel/links.ts'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { TextField } from '~/ui/form.tsx'
import type { DeskOrder } from '../types.ts'
import css from './order-desk.module.css'

export const addressFields = [
  { name: 'recipient', label: 'お名前', maxLength: 60, required: true },
  { name: 'postalCode', label: '郵便番号', inputMode: 'numeric', maxLength: 10, required: true },
  { name: 'prefecture', label: '都道府県', maxLength: 30, required: true },
  { name: 'city', label: '市区町村', maxLength: 100, required: true },
  { name: 'line1', label: '番地', maxLength: 100, required: true },
  { name: 'line2', label: '建物・部屋番号', maxLength: 100, required: false },
  { name: 'phone', label: '電話', type: 'tel', maxLength: 20, required: true },
] as const

export type AddressFieldName = (typeof addressFields)[number]['name']

export function AddressFields({
  values,
  mails,
  answer,
}: {
  readonly values: Readonly<Record<AddressFieldName, string>>
  readonly mails: boolean
  readonly answer: DeskAnswer | undefined
}) {
  return (
    <>
      {addressFields.map((field) => (
        <TextField
          key={field.name}
          autoComplete="off"
          {...field}
          defaultValue={values[field.name]}
          error={answer?.errors?.[field.name]}
        />
      ))}
      <label className={css.check}>
        <input type="checkbox" name="mails" value="1" defaultChecked={mails} />
        お客様に「お届け先を変更しました」のメールを送る
      </label>
    </>
  )
}

type Values = Readonly<Record<AddressFieldName, string>>

/** The address as it is read, or as it was typed where it cannot be. */
export const valuesOf = ({ address: typed, phone }: Pick<DeskOrder, 'address' | 'phone'>): Values => {
  const address = typed && (readAddress(typed) ?? typed)
  return {
    recipient: address?.recipient ?? '',
    postalCode: address?.postalCode ?? '',
    prefecture: address?.prefecture ?? '',
    city: address?.city ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    phone: domesticPhone(phone ?? ''),
  }
}

/** Fields whose stored value differs from the typed one. */
export const staleFields = (typed: Values, now: Values): NonNullable<DeskAnswer['stale']> =>
  addressFields
    .filter(({ name }) => typed[name] !== now[name])
    .map(({ name, label }) => ({ name: label, typed: typed[name], now: now[name] }))
