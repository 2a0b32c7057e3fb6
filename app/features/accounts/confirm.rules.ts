import type { MemberId, Requester } from '~/kernel/actor.ts'

/** What the links of mails to /gallery/confirm/ are for; reset has its own page. */
export type ConfirmPurpose = 'verify' | 'change' | 'revert'

const purposes: readonly ConfirmPurpose[] = ['verify', 'change', 'revert']

export const readConfirmPurpose = (text: string): ConfirmPurpose | undefined =>
  purposes.find((purpose) => purpose === text)

/** A link that is good, as its page shows it. */
export interface OpenedConfirmation {
  readonly purpose: ConfirmPurpose
  /** The address that it proves or brings back. */
  readonly email: string
  /** Display name of the account. */
  readonly name: string
  readonly asksPassword: boolean
}

/** Whether who is not signed in to the account has to give its password; not to take an address back, which a thief knows. */
export const asksPassword = (purpose: ConfirmPurpose, actor: Requester, account: MemberId): boolean =>
  purpose !== 'revert' && !(actor.kind === 'member' && actor.id === account)
