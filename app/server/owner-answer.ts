/** What a command of the owner says, and how its process ends: 0 done, 1 refused, 2 not understood. */
export interface OwnerAnswer {
  readonly lines: readonly string[]
  readonly exitCode: 0 | 1 | 2
}
