import { carrierNames, carriers, doubtedIn, warningTyped } from '~/features/orders/carriers.rules.ts'
import { TextField } from '~/ui/form.tsx'
import css from './parcel.module.css'

interface ParcelFieldsProps {
  readonly carrier: string | null
  readonly tracking: string
  readonly errors?: Readonly<Record<string, string>> | undefined
  /** Says what is odd about the number, before it leaves with the parcel (N15). */
  readonly doubts?: boolean
}

/** Carrier and tracking number. */
export function ParcelFields({ carrier, tracking, errors, doubts = false }: ParcelFieldsProps) {
  const warning = doubts ? warningTyped(carrier, tracking) : null
  return (
    <>
      <fieldset className={css.carriers}>
        <legend>配送会社</legend>
        {carriers.map((each) => (
          <label key={each} className={css.choice}>
            <input type="radio" name="carrier" value={each} defaultChecked={each === carrier} />
            {carrierNames[each]}
          </label>
        ))}
        {errors?.carrier === undefined ? null : <p className={css.error}>{errors.carrier}</p>}
      </fieldset>
      {warning === null ? null : <Doubted carrier={carrier} tracking={tracking} doubt={warning} />}
      <TextField
        name="tracking"
        label="お問い合わせ番号"
        inputMode="numeric"
        defaultValue={tracking}
        error={errors?.tracking}
        hint={
          warning === null || errors?.tracking !== undefined ? (
            'ハイフンはあってもなくてもかまいません。'
          ) : (
            <span className={css.warning}>{warning}</span>
          )
        }
      />
    </>
  )
}

/** Sends a number whose doubt is on the screen: it is not asked about again. */
export function Doubted({
  doubt,
  ...parcel
}: {
  readonly carrier: string | null
  readonly tracking: string
  readonly doubt: string
}) {
  return <input type="hidden" name="doubted" value={doubtedIn(parcel, doubt)} />
}

/** A checkbox with its label, sized for a thumb. */
export function TickField({
  name,
  error,
  isOn = false,
  children,
}: {
  readonly name: string
  readonly error?: string | undefined
  readonly isOn?: boolean
  readonly children: string
}) {
  return (
    <div>
      <label className={css.choice}>
        <input type="checkbox" name={name} value="1" defaultChecked={isOn} />
        {children}
      </label>
      {error === undefined ? null : <p className={css.error}>{error}</p>}
    </div>
  )
}
