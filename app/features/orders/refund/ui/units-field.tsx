import { useFieldError } from '~/ui/form.tsx'
import { useAnswerFocus } from '~/ui/use-answer-focus.ts'
import type { SheetLine } from '../types.ts'
import css from './money.module.css'

/** How many units of one line; none where none are left. */
export function UnitsField({
  line: { number, name, quantity },
  about,
  left,
  field,
  typed,
  told,
  onValue,
}: {
  readonly line: SheetLine
  readonly about: string
  readonly left: number
  readonly field: string
  readonly typed: string
  readonly told: string | undefined
  readonly onValue: (value: string) => void
}) {
  const { error, onEdit } = useFieldError(told)
  const focus = useAnswerFocus(error !== undefined)
  return (
    <li>
      <label htmlFor={field}>
        {name}
        <small>
          {number}　{about}
          {left < quantity ? `（あと${left}）` : ''}
        </small>
      </label>
      <input
        id={field}
        name={field}
        inputMode="numeric"
        maxLength={12}
        defaultValue={typed}
        placeholder="0"
        disabled={left === 0}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${field}-error` : undefined}
        {...focus}
        onChange={(event) => {
          onEdit()
          onValue(event.currentTarget.value)
        }}
      />
      {error ? (
        <p id={`${field}-error`} className={css.wrong}>
          {error}
        </p>
      ) : null}
    </li>
  )
}
