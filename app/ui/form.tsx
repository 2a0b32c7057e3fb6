import { type HTMLInputTypeAttribute, type ReactNode, type Ref, useId, useState } from 'react'
import { useActionData } from 'react-router'
import { ValueFields } from './chosen-above.tsx'
import css from './form.module.css'
import { useLastAnswer } from './lost-request.ts'
import { useAnswerFocus } from './use-answer-focus.ts'

// Apart, because the frames have buttons that send, and first pages load no fields.
export { BusyForm, FormCard, LostHere, SubmitButton, useIsLost } from './form-card.tsx'

interface FieldProps {
  /** What the page itself found, shown until it is mended; `error` is what an answer says, until the value changes. */
  readonly ownError?: string | undefined
  readonly label: string
  readonly name: string
  readonly error?: string | undefined
  readonly hint?: ReactNode
  readonly required?: boolean
  /** For several fields of which one is enough: none is marked as optional. */
  readonly unmarked?: boolean
  readonly defaultValue?: string | undefined
  readonly onValue?: (value: string) => void
}

/** What the last answer says of a field, or of several, until a value has changed. */
export const useFieldError = <T = string>(error: T | undefined) => {
  const answer = useLastAnswer(useActionData<object>()) ?? null
  const [edited, setEdited] = useState<unknown>()
  return { error: answer && edited === answer ? undefined : error, onEdit: () => setEdited(answer) }
}

const useField = ({ error: told, ownError, hint }: Pick<FieldProps, 'error' | 'ownError' | 'hint'>) => {
  const id = useId()
  const { error: answered, onEdit } = useFieldError(told)
  const error = ownError ?? answered
  const focus = useAnswerFocus(answered !== undefined)
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return {
    id,
    error,
    onEdit,
    aria: { 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined, ...focus },
  }
}

function FieldFrame({
  id,
  label,
  required,
  unmarked,
  hint,
  error,
  children,
}: Pick<FieldProps, 'label' | 'required' | 'unmarked' | 'hint' | 'error'> & {
  readonly id: string
  readonly children: ReactNode
}) {
  return (
    <div className={css.field}>
      <label htmlFor={id} className={css.label}>
        {label}
        {required || unmarked ? null : <span className={css.optional}>任意</span>}
      </label>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="small">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      ) : null}
    </div>
  )
}

/** `maxLength` counts UTF-16 units, the server's own limit characters. */
export function TextField({
  type = 'text',
  label,
  error: told,
  ownError,
  hint,
  required = false,
  unmarked = false,
  onValue,
  ...input
}: FieldProps & {
  readonly ref?: Ref<HTMLInputElement>
  readonly onFocus?: () => void
  readonly onBlur?: () => void
  readonly type?: HTMLInputTypeAttribute
  readonly autoComplete?: string
  readonly inputMode?: 'email' | 'url' | 'text' | 'numeric'
  readonly maxLength?: number
  readonly placeholder?: string
}) {
  const { id, error, onEdit, aria } = useField({ error: told, ownError, hint })
  return (
    <ValueFields name={input.name}>
      <FieldFrame id={id} label={label} required={required} unmarked={unmarked} hint={hint} error={error}>
        <input
          id={id}
          type={type}
          className={css.input}
          required={required}
          onChange={(event) => {
            onEdit()
            onValue?.(event.currentTarget.value)
          }}
          {...aria}
          {...input}
        />
      </FieldFrame>
    </ValueFields>
  )
}

export function TextArea({
  label,
  error: told,
  hint,
  required = false,
  onValue,
  rows = 4,
  ...input
}: FieldProps & { readonly rows?: number; readonly maxLength?: number }) {
  const { id, error, onEdit, aria } = useField({ error: told, hint })
  return (
    <ValueFields name={input.name}>
      <FieldFrame id={id} label={label} required={required} hint={hint} error={error}>
        <textarea
          id={id}
          rows={rows}
          className={css.input}
          required={required}
          onChange={(event) => {
            onEdit()
            onValue?.(event.currentTarget.value)
          }}
          {...aria}
          {...input}
        />
      </FieldFrame>
    </ValueFields>
  )
}

/** Never sent back by the server; can be shown while it is typed. */
export function PasswordField({
  label,
  name,
  error: told,
  hint,
  autoComplete,
  minLength,
}: Pick<FieldProps, 'label' | 'name' | 'error' | 'hint'> & {
  readonly autoComplete: 'current-password' | 'new-password'
  readonly minLength?: number
}) {
  const { id, error, onEdit, aria } = useField({ error: told, hint })
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame id={id} label={label} required hint={hint} error={error}>
      <div className={css.withButton}>
        <input
          id={id}
          name={name}
          type={isShown ? 'text' : 'password'}
          className={css.input}
          autoComplete={autoComplete}
          autoCapitalize={isShown ? 'none' : undefined}
          spellCheck={false}
          minLength={minLength}
          required
          onChange={onEdit}
          {...aria}
        />
        <button
          type="button"
          className={css.show}
          aria-pressed={isShown}
          aria-label={`${label}を表示`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? '隠す' : '表示'}
        </button>
      </div>
    </FieldFrame>
  )
}
