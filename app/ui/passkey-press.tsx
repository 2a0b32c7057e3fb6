import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Result } from '~/kernel/result.ts'
import type { DeviceRefusal } from './ask-device.ts'
import { Button, type ButtonLook } from './button.tsx'

/** To use one may ask for a phone beside this device; to create one needs a face, a finger or a lock of its own. */
export type PasskeyUse = 'use' | 'create'

/** Whether passkeys exist here (W64); undefined without script, and until the device has answered. */
export const usePasskeys = (does: PasskeyUse): boolean | undefined => {
  const [has, setHas] = useState<boolean>()
  useEffect(() => {
    if (typeof PublicKeyCredential !== 'function') return setHas(false)
    if (does === 'use') return setHas(true)
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().then(setHas, () => setHas(false))
  }, [does])
  return has
}

/** Not with the page: nobody but those who press it needs it. */
export const loadDevice = () => import('./ask-device.ts')

/** Why nothing came of a press; `known`: this device has one for this site already. */
export type PressFailure<Reason extends string> = DeviceRefusal | 'offline' | 'failed' | Reason

/** Asks the device; `options` are those of the shop, or why it gives none. */
export const answerOfDevice = async <Reason extends string>(
  options: () => Promise<Result<unknown, Reason>>,
): Promise<Result<string, PressFailure<Reason>>> => {
  try {
    const loading = loadDevice()
    const given = await options()
    if (!given.ok) return given
    return await (await loading).askDevice(given.value)
  } catch (error) {
    // What both fetch and import() throw without an answer.
    return { ok: false, error: error instanceof TypeError ? 'offline' : 'failed' }
  }
}

/** Puts an answer of the device, which counts once, into `field` and presses the button of its form. */
export const submitAnswer = (field: HTMLInputElement, answer: string): void => {
  field.value = answer
  field.form?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
  // It works once, so it must not be sent again with the form.
  setTimeout(() => {
    field.value = ''
  })
}

/**
 * Asks the device and submits the surrounding form with the answer in the field `name`. Hidden where no passkeys are (W64), and without
 * script. `failure` draws why nothing came of it.
 */
export function PasskeyPress<Reason extends string>({
  name,
  does,
  look = 'secondary',
  options,
  field: given,
  onSettled,
  failure,
  children,
}: {
  readonly name: string
  readonly does: PasskeyUse
  readonly look?: ButtonLook
  readonly options: () => Promise<Result<unknown, Reason>>
  /** Of the field, where it stands elsewhere in the form. */
  readonly field?: RefObject<HTMLInputElement | null>
  /** Called when the device was asked in vain. */
  readonly onSettled?: () => void
  readonly failure: (why: PressFailure<Reason>) => ReactNode
  readonly children: ReactNode
}) {
  const own = useRef<HTMLInputElement>(null)
  const field = given ?? own
  const [state, setState] = useState<'idle' | 'asking' | { readonly why: PressFailure<Reason> }>('idle')
  const isThere = usePasskeys(does) === true
  useEffect(() => {
    // Safari before 16 asks the device only at once after a press, so the code is there before.
    if (isThere) loadDevice().catch(() => {})
  }, [isThere])
  if (!isThere) return null
  const ask = async () => {
    setState('asking')
    const answer = await answerOfDevice(options)
    if (!answer.ok) {
      setState({ why: answer.error })
      return onSettled?.()
    }
    const { current } = field
    if (current !== null) submitAnswer(current, answer.value)
    setState('idle')
  }
  return (
    <>
      {given === undefined ? <input ref={own} type="hidden" name={name} /> : null}
      <Button look={look} wide onClick={ask} aria-disabled={state === 'asking' || undefined}>
        {children}
      </Button>
      {typeof state === 'object' ? failure(state.why) : null}
    </>
  )
}
