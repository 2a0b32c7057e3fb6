import {
  createContext,
  type HTMLInputTypeAttribute,
  type ReactNode,
  type Ref,
  useContext,
  useId,
  useState,
} from 'react'
import { Form, type FormProps, useActionData, useNavigation } from 'react-router'
import { Button, type ButtonLook } from './button.tsx'
import css from './form.module.css'
import { LostNotice } from './lost-notice.tsx'
import { lostIn } from './lost-request.ts'
import { Notice } from './notice.tsx'

interface FieldProps {
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

const useField = ({ error, hint }: Pick<FieldProps, 'error' | 'hint'>) => {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return {
    id,
    aria: { 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined },
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
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className={css.error}>
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
  error,
  hint,
  required = false,
  unmarked = false,
  onValue,
  ...input
}: FieldProps & {
  readonly ref?: Ref<HTMLInputElement>
  readonly onFocus?: () => void
  readonly type?: HTMLInputTypeAttribute
  readonly autoComplete?: string
  readonly inputMode?: 'email' | 'url' | 'text' | 'numeric'
  readonly maxLength?: number
  readonly placeholder?: string
}) {
  const { id, aria } = useField({ error, hint })
  return (
    <FieldFrame id={id} label={label} required={required} unmarked={unmarked} hint={hint} error={error}>
      <input
        id={id}
        type={type}
        className={css.input}
        required={required}
        onChange={(event) => onValue?.(event.currentTarget.value)}
        {...aria}
        {...input}
      />
    </FieldFrame>
  )
}

export function TextArea({
  label,
  error,
  hint,
  required = false,
  onValue,
  rows = 4,
  ...input
}: FieldProps & { readonly rows?: number; readonly maxLength?: number }) {
  const { id, aria } = useField({ error, hint })
  return (
    <FieldFrame id={id} label={label} required={required} hint={hint} error={error}>
      <textarea
        id={id}
        rows={rows}
        className={css.input}
        required={required}
        onChange={(event) => onValue?.(event.currentTarget.value)}
        {...aria}
        {...input}
      />
    </FieldFrame>
  )
}

/** Never sent back by the server; can be shown while it is typed. */
export function PasswordField({
  label,
  name,
  error,
  hint,
  autoComplete,
  minLength,
}: Pick<FieldProps, 'label' | 'name' | 'error' | 'hint'> & {
  readonly autoComplete: 'current-password' | 'new-password'
  readonly minLength?: number
}) {
  const { id, aria } = useField({ error, hint })
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

const BusyContext = createContext(false)
export const BusyForm = BusyContext.Provider

/**
 * Works without script and sends nothing twice; offline nothing is sent, since nobody expects a deletion minutes later.
 * A lost request is reported below the button. Typed text comes back as the fields' `defaultValue`.
 */
export function FormCard({
  failure,
  failed,
  children,
  ...form
}: Omit<FormProps, 'className' | 'style' | 'method'> & {
  readonly ref?: Ref<HTMLFormElement>
  readonly failure?: string | undefined
  readonly failed?: string
  readonly children: ReactNode
}) {
  const { state } = useNavigation()
  const [isOffline, setOffline] = useState(false)
  const [isSent, setSent] = useState(false)
  const lost = lostIn(useActionData())
  return (
    <Form
      method="post"
      className={css.form}
      onSubmit={(event) => {
        setOffline(!navigator.onLine)
        setSent(true)
        if (state === 'submitting' || !navigator.onLine) event.preventDefault()
      }}
      {...form}
    >
      {failure && !isOffline ? <Notice kind="error">{failure}</Notice> : null}
      {children}
      <LostNotice
        failed={failed}
        lost={isOffline ? 'offline' : isSent && state !== 'submitting' ? lost : null}
      />
    </Form>
  )
}

export function SubmitButton({
  busy,
  look,
  disabled = false,
  children,
  ...button
}: {
  readonly busy: string
  readonly look?: ButtonLook
  readonly disabled?: boolean
  readonly name?: string
  readonly value?: string
  readonly children: ReactNode
}) {
  const { state } = useNavigation()
  const isBusy = useContext(BusyContext) || state === 'submitting'
  return (
    <Button
      type="submit"
      wide
      aria-disabled={isBusy || undefined}
      disabled={disabled}
      {...(look ? { look } : {})}
      {...button}
    >
      {isBusy ? busy : children}
    </Button>
  )
}
