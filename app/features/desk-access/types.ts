/** A person at the desk as /admin/helpers shows her; times in epoch ms. */
export interface ShownPerson {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: 'owner' | 'packer'
  /** Stock, without being an owner. */
  readonly mayCount: boolean
  readonly createdAt: number
  readonly isMe: boolean
  /** She has set up what she enters with. */
  readonly isReady: boolean
  readonly devices: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly seenAt: number
    readonly isThis: boolean
  }>
}

/** All that /admin/helpers shows. */
export interface HelpersPage {
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
