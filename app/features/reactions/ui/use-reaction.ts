import { useRef, useState } from 'react'
import { laterOf } from '../rules.ts'
import type { OwnReactions, ReactionFailure, ReactionKind } from '../types.ts'
import { sendReaction } from './send-reaction.ts'

export interface Reaction {
  /** What is shown: her last tap, or what the shop said last. */
  readonly isOn: boolean
  /** What the shop said last. */
  readonly known: OwnReactions
  readonly toggle: () => void
}

/**
 * One button of a recipe. A tap shows at once; the shop is told what should be true, one call at a time, the last tap last. A
 * failure puts back what the shop said last. `said` hears how each row of taps has ended.
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
