import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '~/ui/button.tsx'
import { CloseNotice, EdgeNotice } from '~/ui/edge-notice.tsx'
import { focusHeading } from '~/ui/focus-heading.ts'
import { Notice } from '~/ui/notice.tsx'
import type { BlockOutcome } from './block-call.ts'

/** Not with the page: nobody but those who press needs it. Without an answer fetch and import() throw alike. */
const send = (member: string, on: boolean): Promise<BlockOutcome> =>
  import('./block-call.ts').then(
    ({ sendBlock }) => sendBlock(member, on),
    () => ({ failure: '通信エラーが発生しました。もう一度お試しください。' }),
  )

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
  const [told, setTold] = useState<BlockOutcome | null>(null)
  const press = async (member: string, on: boolean) => {
    if (isBusy) return
    setBusy(true)
    setTold(await send(member, on))
    // Also after a refusal: what it was about may be gone.
    await revalidate()
    setBusy(false)
  }
  const notice = (
    <EdgeNotice urgent>
      {told === null ? null : (
        <Notice
          kind={'failure' in told ? 'error' : 'good'}
          actions={
            <>
              {'failure' in told ? null : (
                <Button
                  look="secondary"
                  onClick={() => {
                    // The button goes with its notice.
                    focusHeading()
                    void press(told.member, !told.on)
                  }}
                >
                  元に戻す
                </Button>
              )}
              <CloseNotice onClose={() => setTold(null)} />
            </>
          }
        >
          {'failure' in told ? told.failure : told.text}
        </Notice>
      )}
    </EdgeNotice>
  )
  return { isBusy, press, notice }
}
