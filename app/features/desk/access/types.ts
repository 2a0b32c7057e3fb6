/** Times in epoch ms. */
export interface ShownPerson {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: 'owner' | 'packer'
  /** May change stock without being an owner. */
  readonly mayCount: boolean
  readonly createdAt: number
  readonly isMe: boolean
  /** Setup is done. */
  readonly isReady: boolean
  readonly devices: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly seenAt: number
    readonly isThis: boolean
  }>
}

export interface ShownInvitation {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: 'owner' | 'packer'
  /** Of somebody who is at the desk already and sets her ways in up again. */
  readonly isAgain: boolean
  readonly expiresAt: number
}

export interface DeskPeoplePage {
  /** Links that nobody has used yet. */
  readonly waiting: readonly ShownInvitation[]
  readonly people: readonly ShownPerson[]
  readonly passkeys: ReadonlyArray<{
    readonly id: string
    readonly label: string
    readonly createdAt: number
    readonly lastUsedAt: number | null
  }>
  readonly canHavePasskey: boolean
  readonly hasApp: boolean
  readonly codesLeft: number
}
