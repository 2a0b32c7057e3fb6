import type { Operation } from './faults.ts'

export interface CalledAddress {
  readonly operation: Operation
  /** Empty when the address names no object. */
  readonly id: string
}

const addresses: ReadonlyArray<readonly [operation: Operation, address: RegExp]> = [
  ['create', /^POST \/v1\/checkout\/sessions$/],
  ['list', /^GET \/v1\/checkout\/sessions$/],
  ['retrieve', /^GET \/v1\/checkout\/sessions\/(\w{1,66})$/],
  ['expire', /^POST \/v1\/checkout\/sessions\/(\w{1,66})\/expire$/],
  ['lines', /^GET \/v1\/checkout\/sessions\/(\w{1,66})\/line_items$/],
  ['refund', /^POST \/v1\/refunds$/],
  ['refunds', /^GET \/v1\/refunds$/],
  ['disputes', /^GET \/v1\/disputes$/],
  ['payment', /^GET \/v1\/payment_intents\/([\w-]{1,66})$/],
  ['dispute', /^GET \/v1\/disputes\/(\w{1,66})$/],
]

export const addressOf = (method: string, path: string): CalledAddress | undefined => {
  for (const [operation, address] of addresses) {
    const match = address.exec(`${method} ${path}`)
    if (match !== null) return { operation, id: match[1] ?? '' }
  }
  return undefined
}
