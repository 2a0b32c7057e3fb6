import { type Carrier, carrierNames, carriers, mostParcels } from '~/features/orders/carriers.rules.ts'
import type { TypedParcel } from '~/features/orders/shipping.rules.ts'
import { SubmitButton, TextField } from '~/ui/form.tsx'
import { doubtedField, numberDoubts, twinDoubts } from '../numbers.rules.ts'
import { parcelNames } from '../rules.ts'
import { oldNumberText } from '../texts.ts'
import css from './parcel.module.css'

interface ParcelFieldsProps {
  /** One at least; those after the first have a row of their own. */
  readonly parcels: readonly TypedParcel[]
  readonly errors?: Readonly<Record<string, string>> | undefined
  /** Says what is odd about the numbers, before they leave with their parcels (N15). */
  readonly doubts?: boolean
  /** Which other orders have a number, in words (N88). */
  readonly twins?: Readonly<Record<string, string>>
  /** The numbers of before its shipping was taken back (N87). */
  readonly oldNumbers?: readonly string[]
  /** The last row was asked for just now. */
  readonly asksForMore?: boolean
}

/** Carrier and tracking number of each parcel of an order, and a button for one more. */
export function ParcelFields({
  parcels,
  errors,
  doubts = false,
  twins = {},
  oldNumbers = [],
  asksForMore = false,
}: ParcelFieldsProps) {
  const fields = Object.fromEntries(parcels.map((parcel, at) => [at, [parcel]]))
  const found = (doubts ? numberDoubts : twinDoubts)(fields, twins)
  return (
    <>
      <input type="hidden" name="emptiedGo" value="1" />
      {parcels.map((parcel, at) => {
        const name = parcelNames(at)
        const doubt = found[at] ?? null
        const ofWhich = parcels.length === 1 ? '' : `（${at + 1}個目）`
        const error = errors?.[name.tracking]
        const warning = doubt ?? (oldNumbers.includes(parcel.tracking) ? oldNumberText : null)
        const Carriers = at === 0 ? CarrierChoice : CarrierSelect
        return (
          <div key={name.tracking} className={css.parcel}>
            <Carriers
              name={name.carrier}
              label={`配送会社${ofWhich}`}
              carrier={parcel.carrier}
              error={errors?.[name.carrier]}
            />
            {doubt === null ? null : <Doubted parcels={[parcel]} doubt={doubt} />}
            <TextField
              name={name.tracking}
              label={`お問い合わせ番号${ofWhich}`}
              inputMode="numeric"
              defaultValue={parcel.tracking}
              error={error}
              {...(asksForMore && at === parcels.length - 1 ? { ref: focused } : {})}
              hint={
                warning === null || error !== undefined ? (
                  parcels.length === 1 ? (
                    'ハイフンはあってもなくてもかまいません。'
                  ) : (
                    '空にすると、この荷物はなくなります。'
                  )
                ) : (
                  <span className={css.warning}>{warning}</span>
                )
              }
            />
          </div>
        )
      })}
      {parcels.length >= mostParcels ? null : (
        <SubmitButton
          look="quiet"
          name="more"
          value="1"
          busy="加えています…"
          failed="荷物を加えられませんでした。"
        >
          荷物を加える
        </SubmitButton>
      )}
    </>
  )
}

const focused = (field: HTMLInputElement | null) => field?.focus()

interface CarrierProps {
  readonly name: string
  readonly label: string
  readonly carrier: string
  readonly error: string | undefined
}

function CarrierChoice({ name, label, carrier, error }: CarrierProps) {
  return (
    <fieldset className={css.carriers}>
      <legend>{label}</legend>
      {carriers.map((each) => (
        <label key={each} className={css.choice}>
          <input type="radio" name={name} value={each} defaultChecked={each === carrier} />
          {carrierNames[each]}
        </label>
      ))}
      {error === undefined ? null : <p className="error">{error}</p>}
    </fieldset>
  )
}

function CarrierSelect({ name, label, carrier, error }: CarrierProps) {
  return (
    <label className={css.carrier}>
      {label}
      <select name={name} defaultValue={carrier}>
        {carrier === '' ? <option value="">選んでください</option> : null}
        {carriers.map((each) => (
          <option key={each} value={each}>
            {carrierNames[each]}
          </option>
        ))}
      </select>
      {error === undefined ? null : <span className="error">{error}</span>}
    </label>
  )
}

/** Sends a number whose doubt is on the screen: it is not asked about again. */
export function Doubted({
  parcels,
  doubt,
}: {
  readonly parcels: readonly TypedParcel[]
  readonly doubt: string
}) {
  return <input type="hidden" name="doubted" value={doubtedField(parcels, doubt)} />
}

/** Sends whose number this is, where a file or the order tells; others are of the form's carrier. */
export function CarrierRead({ carrier, tracking }: { readonly carrier: Carrier; readonly tracking: string }) {
  return <input type="hidden" name="read" value={`${carrier} ${tracking}`} />
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
      {error === undefined ? null : <p className="error">{error}</p>}
    </div>
  )
}
