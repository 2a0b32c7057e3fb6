import { useId } from 'react'
import css from './fabric-planning.module.css'

/** `wrong` says which numbers are accepted. */
export function PlannerField({
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
