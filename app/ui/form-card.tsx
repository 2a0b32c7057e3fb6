import { createContext, type ReactNode, type Ref, useContext, useEffect, useRef, useState } from 'react'
import { Form, type FormProps, useActionData, useNavigation } from 'react-router'
import { Button, type ButtonLook } from './button.tsx'
import css from './form.module.css'
import { LostNotice } from './lost-notice.tsx'
import { lostIn } from './lost-request.ts'
import { Notice } from './notice.tsx'

const BusyContext = createContext(false)
export const BusyForm = BusyContext.Provider

/** From the press until the page shows what is stored now: until then a form would send the version of before. */
const useIsUnderWay = (): boolean => {
  const { state, formMethod } = useNavigation()
  return state === 'submitting' || (state === 'loading' && formMethod === 'POST')
}

/** A day of which a part is missing: it would be sent as none. */
const isUnfinished = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.validity.badInput

/**
 * Works without script and sends nothing twice; offline nothing is sent, since nobody expects a deletion minutes later. What a field
 * lacks is said beside it by the server; only of a day that is half typed the browser itself has to say it. A lost request is reported below the button. Typed text
 * comes back as the fields' `defaultValue`.
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
  const isUnderWay = useIsUnderWay()
  const [isOffline, setOffline] = useState(false)
  const [isSent, setSent] = useState(false)
  const isPressed = useRef(false)
  // Another form of the page is on its way: what is lost from now on was not this one.
  useEffect(() => {
    if (state !== 'submitting') return
    if (!isPressed.current) {
      setSent(false)
      setOffline(false)
    }
    isPressed.current = false
  }, [state])
  const lost = lostIn(useActionData())
  return (
    <Form
      method="post"
      noValidate
      className={css.form}
      onSubmit={(event) => {
        setOffline(!navigator.onLine)
        const unfinished = [...event.currentTarget.elements].find(isUnfinished)
        if (unfinished !== undefined) unfinished.reportValidity()
        if (isUnderWay || !navigator.onLine || unfinished !== undefined) return event.preventDefault()
        isPressed.current = true
        setSent(true)
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
  const isUnderWay = useIsUnderWay()
  const isBusy = useContext(BusyContext) || isUnderWay
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
