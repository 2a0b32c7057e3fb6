import { createContext, type ReactNode, useContext, useEffect, useId, useState } from 'react'
import { memberNotice } from '~/features/accounts/profile/notices.texts.ts'
import { NoticeBox } from '~/features/accounts/profile/ui/member-notice.tsx'
import { CloseNotice, EdgeNotice } from '~/ui/edge-notice.tsx'
import { Notice } from '~/ui/notice.tsx'
import { whenShown } from '~/ui/page-visibility.ts'
import { laterOf, shownLikes } from '../rules.ts'
import { reactionFailureText } from '../texts.ts'
import { type OwnReactions, type ReactionKind, reactionKinds } from '../types.ts'
import { LoginPrompt } from './login-prompt.tsx'
import css from './reactions.module.css'
import { readReactions } from './send-reaction.ts'
import { type Reaction, useReaction } from './use-reaction.ts'

interface ReactionsOfRecipe extends Readonly<Record<ReactionKind, Pick<Reaction, 'isOn' | 'toggle'>>> {
  readonly recipe: string
  readonly likes: number
  readonly isMember: boolean
  /** Id of the popover with the login link. */
  readonly promptOf: (kind: ReactionKind) => string
}

const Context = createContext<ReactionsOfRecipe | null>(null)

export const useReactions = (): ReactionsOfRecipe => {
  const reactions = useContext(Context)
  if (reactions === null) throw new Error('buttons of a recipe must be inside its Reactions')
  return reactions
}

interface Said {
  readonly kind: 'good' | 'error'
  readonly text: string
}

const shownMs = 6_000

/** Provides a recipe's reactions to the buttons within and announces the results; `own` is null for non-members. */
export function Reactions({
  recipe,
  likes,
  own,
  children,
}: {
  readonly recipe: string
  readonly likes: number
  readonly own: OwnReactions | null
  readonly children: ReactNode
}) {
  const id = useId()
  const [said, setSaid] = useState<Said | null>(null)
  const page = usePresent(recipe, own) ?? { like: false, favourite: false, likes, asOf: 0 }
  const promptOf = (kind: ReactionKind) => `${id}-${kind}`
  const hear =
    (kind: ReactionKind): Parameters<typeof useReaction>[2] =>
    (outcome) => {
      if ('on' in outcome) return setSaid(memberNotice(`${kind}-${outcome.on ? 'on' : 'off'}`) ?? null)
      setSaid({ kind: 'error', text: reactionFailureText(kind, outcome.failure) })
      if (outcome.failure === 'not_signed_in') document.getElementById(promptOf(kind))?.showPopover()
    }
  const like = useReaction('like', { recipe, page }, hear('like'))
  const favourite = useReaction('favourite', { recipe, page }, hear('favourite'))
  const isMember = own !== null
  useEffect(() => {
    if (said?.kind !== 'good') return
    const timer = setTimeout(() => setSaid(null), shownMs)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <Context
      value={{
        recipe,
        like,
        favourite,
        likes: shownLikes(like.known, like.isOn),
        isMember,
        promptOf,
      }}
    >
      <div className={css.notice}>
        <NoticeBox />
      </div>
      {children}
      {reactionKinds.map((kind) => (
        <LoginPrompt key={kind} id={promptOf(kind)} kind={kind} recipe={recipe} />
      ))}
      <EdgeNotice>
        {said === null ? null : (
          <Notice
            kind={said.kind}
            actions={said.kind === 'error' ? <CloseNotice onClose={() => setSaid(null)} /> : null}
          >
            {said.text}
          </Notice>
        )}
      </EdgeNotice>
    </Context>
  )
}

/** The state from the page, read again when the tab becomes visible. */
const usePresent = (recipe: string, own: OwnReactions | null): OwnReactions | null => {
  const [read, setRead] = useState<OwnReactions | null>(null)
  const isMember = own !== null
  useEffect(() => {
    if (!isMember) return
    return whenShown(() => {
      void readReactions(recipe).then((present) => present.ok && setRead(present.value))
    })
  }, [recipe, isMember])
  return own && laterOf(own, read)
}
