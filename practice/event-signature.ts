import { createHmac } from 'node:crypto'
import type { EventFault } from './misbehaviour.ts'

const digest = (secret: string, seconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')

/**
 * The value of `Stripe-Signature` for `body` at `nowSeconds`: HMAC-SHA256 over the time, a dot and the body, in hex.
 * `faults` make it wrong or unusual on purpose.
 */
export const signatureHeader = (
  secret: string,
  nowSeconds: number,
  body: string,
  faults: readonly EventFault[],
): string => {
  const old = faults.find((fault) => fault.kind === 'old_timestamp')
  const seconds = nowSeconds - (old?.seconds ?? 0)
  const has = (kind: EventFault['kind']) => faults.some((fault) => fault.kind === kind)
  const right = digest(has('wrong_secret') ? `${secret}-not` : secret, seconds, body)
  const former = digest(`${secret}-former`, seconds, body)
  return has('two_signatures') ? `t=${seconds},v1=${former},v1=${right}` : `t=${seconds},v1=${right}`
}
