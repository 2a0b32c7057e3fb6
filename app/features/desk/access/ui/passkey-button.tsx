import { createContext, useContext, useRef, useState } from 'react'
import { href } from '~/href.ts'
import { Button } from '~/ui/button.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'

const OfferContext = createContext(false)

/** Whether the person has a passkey for this site. */
export const PasskeyOffer = OfferContext.Provider

export const usePasskeyOffer = (): boolean => useContext(OfferContext)

const isRequest = (json: unknown): json is PublicKeyCredentialRequestOptionsJSON =>
  typeof json === 'object' && json !== null && 'challenge' in json

const isCreation = (json: unknown): json is PublicKeyCredentialCreationOptionsJSON =>
  isRequest(json) && 'user' in json

/** The device's answer as JSON. Throws if the person cancels or the device has none. */
const askDevice = async (does: 'use' | 'create'): Promise<string> => {
  const answer = await fetch(href('/admin/passkey', { for: does }))
  const json: unknown = await answer.json()
  const credential =
    does === 'create' && isCreation(json)
      ? await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json),
        })
      : isRequest(json)
        ? await navigator.credentials.get({
            publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json),
          })
        : null
  if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey')
  return JSON.stringify(credential.toJSON())
}

/** Asks the device and submits the surrounding form with the answer in the field `name`. Hidden without script. */
export function PasskeyButton({
  name,
  does,
  children,
}: {
  readonly name: string
  readonly does: 'use' | 'create'
  readonly children: string
}) {
  const field = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')
  if (!useHasScript()) return null
  const ask = async () => {
    setState('asking')
    try {
      const answer = await askDevice(does)
      const { current } = field
      if (current === null) return
      current.value = answer
      const form = current.form
      form?.requestSubmit(form.querySelector<HTMLButtonElement>('button[type="submit"]'))
      setState('idle')
      // The answer works once, so it must not be sent again with the form.
      setTimeout(() => {
        current.value = ''
      })
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <input ref={field} type="hidden" name={name} />
      <Button look="secondary" wide onClick={ask} aria-disabled={state === 'asking' || undefined}>
        {children}
      </Button>
      {state === 'failed' ? (
        <p role="alert">この端末では確かめられませんでした。ほかの方法をお使いください。</p>
      ) : null}
    </>
  )
}
