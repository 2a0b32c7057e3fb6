import { useRef, useState } from 'react'
import { laterOf } from '../rules.ts'
import type { OwnReactions, ReactionFailure, ReactionKind } from '../types.ts'
import { sendReaction } from './send-reaction.ts'

export interface Reaction {
  /** State to show: the pending tap, else the stored state. */
  readonly isOn: boolean
  /** Last state read from the server. */
  readonly known: OwnReactions
  readonly toggle: () => void
}

/**
 * State of one button. A tap shows at once; requests run one at a time and send the latest wanted state. A failure restores the
 * stored state. `said` is called with the outcome of each series of taps.
 */
export const useReaction = (
  kind: ReactionKind,
  { recipe, page }: { readonly recipe: string; readonly page: OwnReactions },
  said: (outcome: { readonly on: boolean } | { readonly failure: ReactionFailure }) => void,
): Reaction => {
  const [answer, setAnswer] = useState<OwnReactions | null>(null)
  const [wanted, setWanted] = useState<boolean | null>(null)
  const queue = useRef<{ wanted: boolean | null; isSending: boolean }>({ wanted: null, isSending: false })
  const known = laterOf(page, answer)

  const want = (on: boolean | null) => {
    queue.current.wanted = on
    setWanted(on)
  }

  const send = async () => {
    queue.current.isSending = true
    for (let on = queue.current.wanted; on !== null; on = queue.current.wanted) {
      const sent = await sendReaction(recipe, kind, on)
      if (sent.ok) setAnswer(sent.value)
      const isOver = !sent.ok || queue.current.wanted === on
      if (isOver) want(null)
      if (isOver) said(sent.ok ? { on } : { failure: sent.error })
    }
    queue.current.isSending = false
  }

  return {
    isOn: wanted ?? known[kind],
    known,
    toggle: () => {
      want(!(queue.current.wanted ?? known[kind]))
      if (!queue.current.isSending) void send()
    },
  }
}
