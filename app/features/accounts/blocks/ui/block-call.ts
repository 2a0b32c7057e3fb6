import { href } from '~/href.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { blockedText, blockFailureText, blockRefusalNames, unblockedText } from '../texts.ts'

const limitMs = 15_000

/** The outcome of a press, in words; a failure has changed nothing. */
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
    const { name, reason } = fieldsOf(await response.json().catch(() => null))
    if (response.ok && typeof name === 'string')
      return { member, on, text: (on ? blockedText : unblockedText)(name) }
    const known = blockRefusalNames.find((each) => each === reason)
    return { failure: blockFailureText(on, known ?? 'failed') }
  } catch {
    return { failure: blockFailureText(on, 'offline') }
  }
}
