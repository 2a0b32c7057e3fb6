import { keptText } from '~/ui/kept-text.ts'

const token = keptText('localStorage', 'mcSquareCheckoutToken')
const lastOrder = keptText('localStorage', 'mcSquareLastOrderToken')

/** Within so many ms every tab sees what another one has written. */
const settleMs = 100

/**
 * A random word that stands for this browser, so that a second press finds the payment page of the first (S9). Two tabs
 * that ask for the very first at once get the same: what one of them wrote last is read again when all have seen it.
 * Without storage it is another each time: a second press may make a second order, and the server expires the former one.
 */
export const browserToken = async (): Promise<string> =>
  knownToken() ??
  oneTabAtATime('mcSquareCheckoutToken', async () => {
    const known = knownToken()
    if (known !== null) return known
    const fresh = randomToken()
    token.keep(fresh)
    await new Promise((resolve) => setTimeout(resolve, settleMs))
    return knownToken() ?? fresh
  })

const knownToken = (): string | null => {
  const kept = token.read()
  return kept !== null && /^[\w-]{16,64}$/.test(kept) ? kept : null
}

// crypto.randomUUID is missing on http pages under a name, and on older phones.
const randomToken = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Waits for other tabs that do the same. Where the browser has no locks (http pages, older phones) nobody waits. */
const oneTabAtATime = <T>(name: string, act: () => Promise<T>): Promise<T> => {
  const locks: LockManager | undefined = navigator.locks
  return locks === undefined ? act() : locks.request(name, act)
}

/** Keeps the token that opens this browser's last order (S14). */
export const rememberOrderToken = (orderToken: string): void => lastOrder.keep(orderToken)

/** The token of this browser's last order, or null. */
export const lastOrderToken = (): string | null => lastOrder.read()
