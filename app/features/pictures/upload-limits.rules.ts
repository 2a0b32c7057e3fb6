import type { UploadRoom } from './types.ts'

const megabyte = 1_048_576

/** An upload is kept without use for a week: a draft on a member's device refers to its pictures, and no row of ours does. */
export const keptWithoutUseMs = 7 * 86_400_000

/** `lastPutAt` of what nothing may refer to any more: the next collection looks at it. */
export const letGo = 1

/** What may wait for its first use at once (D5): files and bytes of one member, bytes of the whole shop. */
export const waitingLimits = { files: 100, bytes: 60 * megabyte, bytesOfShop: 2_048 * megabyte } as const

/** So much of the disk stays free of pictures, for orders are written there too (D5). In bytes. */
export const leastFreeBytes = 1_024 * megabyte

/** What waits; bytes. */
export interface Waiting {
  readonly files: number
  readonly bytes: number
  readonly bytesOfShop: number
}

/** Why nothing more is taken while so much waits; undefined when there is room. `more` is what is about to come (D5). */
export const lackOfRoom = (
  { files, bytes, bytesOfShop }: Waiting,
  more: { readonly files: number; readonly bytes: number },
): UploadRoom | undefined => {
  if (files + more.files > waitingLimits.files || bytes + more.bytes > waitingLimits.bytes)
    return 'too_many_unused'
  return bytesOfShop + more.bytes > waitingLimits.bytesOfShop ? 'shop_full' : undefined
}
