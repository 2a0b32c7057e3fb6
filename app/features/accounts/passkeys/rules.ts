/** Of a passkey's name, in code points. */
export const longestLabel = 40

/** One of the member's passkeys, as her settings show it: nothing of its key. */
export interface OwnPasskey {
  readonly id: string
  readonly label: string
  readonly added: string
  /** Null before the first sign-in with it. */
  readonly lastUsed: string | null
}
