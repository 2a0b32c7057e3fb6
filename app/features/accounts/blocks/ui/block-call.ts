import { href } from '~/href.ts'
import { fieldsOf } from '~/kernel/json.ts'

const limitMs = 15_000

/** Of no answer, or one that is not the shop's: whether it was done is seen by the page, which is read again. */
const lost = '通信エラーが発生しました。インターネットへの接続をお確かめのうえ、もう一度お試しください。'

/** The outcome of a press, in words. */
export type BlockOutcome =
  | { readonly member: string; readonly on: boolean; readonly text: string }
  | { readonly failure: string }

/** Never throws. */
export const sendBlock = async (member: string, on: boolean): Promise<BlockOutcome> => {
  try {
    const response = await fetch(href('/gallery/mypage/blocks'), {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ member, on: String(on) }),
      signal: AbortSignal.timeout(limitMs),
    })
    const { text } = fieldsOf(await response.json().catch(() => null))
    if (typeof text !== 'string') return { failure: lost }
    return response.ok ? { member, on, text } : { failure: text }
  } catch {
    return { failure: lost }
  }
}
