import {
  createContext,
  type FormEvent,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Form, type FormProps, useActionData, useNavigation } from 'react-router'
import { Button, type ButtonLook } from './button.tsx'
import css from './form.module.css'
import { type Lost, LostNotice } from './lost-notice.tsx'
import { lostIn } from './lost-request.ts'
import { Notice } from './notice.tsx'

const BusyContext = createContext(false)
export const BusyForm = BusyContext.Provider

/** A lost request of the form, and the button that tells it itself. */
const LostContext = createContext<{
  readonly lost: Lost
  readonly toldBy: string | undefined
}>({ lost: null, toldBy: undefined })

/** Of a button that says with `failed` what did not happen. */
const tellerOf = (submitted: Event): string | undefined =>
  submitted instanceof SubmitEvent && submitted.submitter !== null
    ? submitted.submitter.dataset.tells
    : undefined

/** From the press until the page shows what is stored now: until then a form would send the version of before. */
export const useIsUnderWay = (): boolean => {
  const { state, formMethod } = useNavigation()
  return state === 'submitting' || (state === 'loading' && formMethod === 'POST')
}

/** What a form says besides what the page writes into it, with the button that was pressed. */
const saidBy = (form: HTMLFormElement, submitter: HTMLElement | null): string => {
  const said = [...new FormData(form, submitter)].filter(([name]) => {
    const field = form.elements.namedItem(name)
    return !(field instanceof HTMLInputElement && field.type === 'hidden')
  })
  return JSON.stringify(said.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]))
}

/**
 * One press at a time: what is pressed while another press is on its way, or while the page is read again after it, is not sent, and
 * `isEarly` says so until the next one leaves. The same press twice is one, of which nothing is said (N153).
 */
const useOnePress = () => {
  const isUnderWay = useIsUnderWay()
  const sent = useRef<string | null>(null)
  const [isEarly, setEarly] = useState(false)
  useEffect(() => {
    if (!isUnderWay) sent.current = null
  }, [isUnderWay])
  return {
    isEarly,
    mayLeave: ({ nativeEvent, currentTarget }: FormEvent<HTMLFormElement>): boolean => {
      const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
      const said = saidBy(currentTarget, submitter)
      setEarly(isUnderWay && said !== sent.current)
      if (!isUnderWay) sent.current = said
      return !isUnderWay
    },
  }
}

/** What of a form's own presses was lost: not of another form of its page. `press` says whether one leaves: not while offline. */
export const useLostHere = () => {
  const { state } = useNavigation()
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
  const { isEarly, mayLeave } = useOnePress()
  const answered = lostIn(useActionData())
  const lost: Lost = isEarly
    ? 'early'
    : isOffline
      ? 'offline'
      : isSent && state !== 'submitting'
        ? answered
        : null
  return {
    lost,
    press: (isWhole: boolean, submitted?: FormEvent<HTMLFormElement>): boolean => {
      setOffline(!navigator.onLine)
      if (!isWhole || (submitted !== undefined && !mayLeave(submitted)) || !navigator.onLine) return false
      isPressed.current = true
      setSent(true)
      return true
    },
  }
}

/** A day of which a part is missing: it would be sent as none. */
const isUnfinished = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.validity.badInput

/**
 * Works without script and sends nothing twice; offline nothing is sent, since nobody expects a deletion minutes later. What a field
 * lacks is said beside it by the server; only of a day that is half typed the browser itself has to say it. A lost request is reported below the pressed button. Typed text
 * comes back as the fields' `defaultValue`.
 */
export function FormCard({
  failure,
  failed,
  unsure,
  tellsWithin = false,
  lostHere,
  children,
  ...form
}: Omit<FormProps, 'className' | 'style' | 'method'> & {
  readonly ref?: Ref<HTMLFormElement>
  readonly failure?: string | undefined
  readonly failed?: string
  /** As in `LostNotice`. */
  readonly unsure?: string
  /** Its button does not stand at its end: `LostHere` beside that button tells what was lost. */
  readonly tellsWithin?: boolean
  /** Where the page tells it beside a button that stands outside the form. */
  readonly lostHere?: ReturnType<typeof useLostHere>
  readonly children: ReactNode
}) {
  const [toldBy, setToldBy] = useState<string>()
  const own = useLostHere()
  const { lost, press } = lostHere ?? own
  return (
    <Form
      method="post"
      noValidate
      className={css.form}
      onSubmit={(event) => {
        setToldBy(tellerOf(event.nativeEvent))
        const unfinished = [...event.currentTarget.elements].find(isUnfinished)
        if (unfinished !== undefined) unfinished.reportValidity()
        if (!press(unfinished === undefined, event)) event.preventDefault()
      }}
      {...form}
    >
      {failure && lost === null ? (
        <Notice kind="error" answers>
          {failure}
        </Notice>
      ) : null}
      <LostContext value={{ lost, toldBy }}>
        {children}
        {tellsWithin ? null : <LostHere failed={failed} unsure={unsure} />}
      </LostContext>
    </Form>
  )
}

/** Whether the last press of the form around it was lost: what an answer of before said is about another press. */
export const useIsLost = (): boolean => useContext(LostContext).lost !== null

/** A lost request of the form around it, however it was sent, but by a button that tells it itself. */
export function LostHere(said: Pick<Parameters<typeof LostNotice>[0], 'failed' | 'unsure'>) {
  const { lost, toldBy } = useContext(LostContext)
  return <LostNotice {...said} lost={toldBy === undefined ? lost : null} />
}

/** With `failed` a lost request is told below this button: for a form of several acts, far from its last one. */
export function SubmitButton({
  busy,
  look,
  failed,
  disabled = false,
  children,
  ...button
}: {
  readonly busy: string
  readonly look?: ButtonLook
  readonly failed?: string
  readonly disabled?: boolean
  readonly name?: string
  readonly value?: string
  readonly children: ReactNode
}) {
  const isUnderWay = useIsUnderWay()
  const isBusy = useContext(BusyContext) || isUnderWay
  const id = useId()
  const { lost, toldBy } = useContext(LostContext)
  return (
    <>
      <Button
        type="submit"
        wide
        aria-disabled={isBusy || undefined}
        disabled={disabled}
        data-tells={failed === undefined ? undefined : id}
        {...(look ? { look } : {})}
        {...button}
      >
        {isBusy ? busy : children}
      </Button>
      {failed === undefined ? null : <LostNotice failed={failed} lost={toldBy === id ? lost : null} />}
    </>
  )
}
