import type { MemberId } from '~/kernel/actor.ts'

/** Of one member (R60). */
export const mostBlocks = 500

/** A member whom the viewer blocks, for her settings. */
export interface BlockedMember {
  readonly id: MemberId
  readonly name: string
}

/** Where a press without script leads back to. */
export type BlockPressedAt = 'profile' | 'settings'

export const readBlockPressedAt = (text: string): BlockPressedAt =>
  text === 'settings' ? 'settings' : 'profile'
