import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { href } from '~/href.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { Button } from '~/ui/button.tsx'
import { CloseNotice, EdgeNotice } from '~/ui/edge-notice.tsx'
import { focusHeading } from '~/ui/focus-heading.ts'
import { Notice } from '~/ui/notice.tsx'
import { blockedText, blockFailureText, blockRefusalNames, unblockedText } from '../texts.ts'

const limitMs = 15_000

type Told =
  | { readonly member: string; readonly name: string; readonly on: boolean }
  | { readonly failure: string }

const send = async (member: string, on: boolean): Promise<Told> => {
  try {
    const response = await fetch(href('/gallery/mypage/blocks'), {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ member, on: String(on) }),
      signal: AbortSignal.timeout(limitMs),
    })
    const { name, reason } = fieldsOf(await response.json().catch(() => null))
    if (response.ok && typeof name === 'string') return { member, name, on }
    const known = blockRefusalNames.find((each) => each === reason)
    return { failure: blockFailureText(on, known ?? 'failed') }
  } catch {
    return { failure: blockFailureText(on, 'offline') }
  }
}

/**
 * Blocks and unblocks with script: the page is read again, and `notice` tells the outcome with its undo, or why nothing happened.
 * One press at a time.
 */
export const useBlocking = (): {
  readonly isBusy: boolean
  readonly press: (member: string, on: boolean) => Promise<void>
  readonly notice: ReactNode
} => {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [told, setTold] = useState<Told | null>(null)
  const press = async (member: string, on: boolean) => {
    if (isBusy) return
    setBusy(true)
    const answer = await send(member, on)
    setTold(answer)
    // Also after a refusal: what it was about may be gone.
    await revalidate()
    setBusy(false)
  }
  const close = <CloseNotice onClose={() => setTold(null)} />
  const undo = ({ member, on }: { readonly member: string; readonly on: boolean }) => (
    <Button
      look="secondary"
      onClick={() => {
        // The button goes with its notice.
        focusHeading()
        void press(member, !on)
      }}
    >
      元に戻す
    </Button>
  )
  const notice = (
    <EdgeNotice urgent>
      {told === null ? null : 'failure' in told ? (
        <Notice kind="error" actions={close}>
          {told.failure}
        </Notice>
      ) : (
        <Notice
          kind="good"
          actions={
            <>
              {undo(told)}
              {close}
            </>
          }
        >
          {(told.on ? blockedText : unblockedText)(told.name)}
        </Notice>
      )}
    </EdgeNotice>
  )
  return { isBusy, press, notice }
}
