import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { ok, type Result, refused } from '~/kernel/result.ts'

const isRequest = (json: unknown): json is PublicKeyCredentialRequestOptionsJSON =>
  typeof json === 'object' && json !== null && 'challenge' in json

const isCreation = (json: unknown): json is PublicKeyCredentialCreationOptionsJSON =>
  isRequest(json) && 'user' in json

/** `known`: the device has one for this site already. `refused`: the person cancelled, or the device has none. */
export type DeviceRefusal = 'known' | 'refused'

/**
 * The device's answer to the shop's options, as JSON. The library writes and reads their bytes itself, since Safari does not before 18.4
 * nor Chrome before 129 (docs/decisions/0162).
 */
export const askDevice = async (options: unknown): Promise<Result<string, DeviceRefusal>> => {
  try {
    if (isCreation(options)) return ok(JSON.stringify(await startRegistration({ optionsJSON: options })))
    if (isRequest(options)) return ok(JSON.stringify(await startAuthentication({ optionsJSON: options })))
    return refused('refused')
  } catch (error) {
    const isKnown =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    return refused(isKnown ? 'known' : 'refused')
  }
}

/** Whether this browser offers passkeys among what it fills into a field. */
export const mayFill = (): Promise<boolean> => browserSupportsWebAuthnAutofill()

/**
 * Offers passkeys in the field with `autocomplete="… webauthn"` until one is chosen; undefined when another question to the device or
 * `stopFilling` came first, or nobody chose one.
 */
export const fillByDevice = async (options: unknown): Promise<string | undefined> => {
  if (!isRequest(options)) return undefined
  try {
    return JSON.stringify(await startAuthentication({ optionsJSON: options, useBrowserAutofill: true }))
  } catch {
    return undefined
  }
}

export const stopFilling = (): void => WebAuthnAbortService.cancelCeremony()
