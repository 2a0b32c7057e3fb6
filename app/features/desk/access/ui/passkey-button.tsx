import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { href } from '~/href.ts'
import { type Result, refused } from '~/kernel/result.ts'
import { Button } from '~/ui/button.tsx'
import { LostNotice } from '~/ui/lost-notice.tsx'
import type { DeviceRefusal } from './ask-device.ts'

const OfferContext = createContext(false)

/** Whether the person has a passkey for this site. */
export const PasskeyOffer = OfferContext.Provider

export const usePasskeyOffer = (): boolean => useContext(OfferContext)

/** To use one may ask for a phone beside this device; to create one needs a face, a finger or a lock of its own. */
type PasskeyUse = 'use' | 'create'

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
const loadDevice = () => import('./ask-device.ts')

type PasskeyFailure = DeviceRefusal | 'offline' | 'failed' | 'out'

const answerOfDevice = async (does: PasskeyUse): Promise<Result<string, PasskeyFailure>> => {
  try {
    const loading = loadDevice()
    const answer = await fetch(href('/admin/passkey', { for: does }))
    if (answer.status === 404) return refused('out')
    if (!answer.ok) return refused('failed')
    const options: unknown = await answer.json()
    return await (await loading).askDevice(options)
  } catch (error) {
    // What both fetch and import() throw without an answer.
    return refused(error instanceof TypeError ? 'offline' : 'failed')
  }
}

/** Asks the device and submits the surrounding form with the answer in the field `name`. Hidden where no passkeys are (W64). */
export function PasskeyButton({
  name,
  does,
  children,
}: {
  readonly name: string
  readonly does: PasskeyUse
  readonly children: string
}) {
  const field = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'idle' | 'asking' | PasskeyFailure>('idle')
  const isThere = usePasskeys(does) === true
  useEffect(() => {
    // Safari before 16 asks the device only at once after a press, so the code is there before.
    if (isThere) loadDevice().catch(() => {})
  }, [isThere])
  if (!isThere) return null
  const ask = async () => {
    setState('asking')
    const answer = await answerOfDevice(does)
    if (!answer.ok) return setState(answer.error)
    const { current } = field
    if (current === null) return
    current.value = answer.value
    current.form?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
    setState('idle')
    // The answer works once, so it must not be sent again with the form.
    setTimeout(() => {
      current.value = ''
    })
  }
  return (
    <>
      <input ref={field} type="hidden" name={name} />
      <Button look="secondary" wide onClick={ask} aria-disabled={state === 'asking' || undefined}>
        {children}
      </Button>
      <Failure state={state} does={does} />
    </>
  )
}

const failed = { use: '確かめられませんでした。', create: '設定できませんでした。' } as const

function Failure({
  state,
  does,
}: {
  readonly state: 'idle' | 'asking' | PasskeyFailure
  readonly does: PasskeyUse
}) {
  if (state === 'idle' || state === 'asking') return null
  if (state === 'known') return <p role="alert">この端末の顔・指紋は、もう設定してあります。</p>
  if (state === 'refused') return <p role="alert">この端末では{failed[does]}ほかの方法をお使いください。</p>
  return <LostNotice failed={`顔・指紋で${failed[does]}`} lost={state} />
}
