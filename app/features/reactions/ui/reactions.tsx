import { createContext, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { recipeNotice } from '~/features/accounts/profile/recipe-notices.texts.ts'
import { NoticeBox } from '~/features/accounts/profile/ui/member-notice.tsx'
import { signInAddress } from '~/features/accounts/sign-in.rules.ts'
import { recipePath } from '~/features/recipes/list.rules.ts'
import { tiedId } from '~/features/recipes/materials/ui/tied-materials.tsx'
import { href } from '~/href.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { formatNumber } from '~/kernel/money.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { CloseNotice, EdgeNotice } from '~/ui/edge-notice.tsx'
import { Icon } from '~/ui/icon.tsx'
import { Notice } from '~/ui/notice.tsx'
import { whenShown } from '~/ui/page-visibility.ts'
import { PopoverDialog } from '~/ui/popover-dialog.tsx'
import {
  laterOf,
  type OwnReactions,
  type ReactionFailure,
  type ReactionKind,
  reactionKinds,
  reactionsPath,
  shownLikes,
} from '../rules.ts'
import { promptTexts, reactionFailureText, wantedTexts } from '../texts.ts'
import css from './reactions.module.css'

const limitMs = 15_000

const failures: readonly ReactionFailure[] = ['not_signed_in', 'too_many', 'not_found', 'muted']

const ask = async (recipe: string, init: RequestInit): Promise<Result<OwnReactions, ReactionFailure>> => {
  try {
    const response = await fetch(reactionsPath(recipe), {
      ...init,
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(limitMs),
    })
    const { like, favourite, likes, asOf, reason } = fieldsOf(await response.json())
    if (
      typeof like === 'boolean' &&
      typeof favourite === 'boolean' &&
      typeof likes === 'number' &&
      typeof asOf === 'number'
    )
      return ok({ like, favourite, likes, asOf })
    return refused(failures.find((each) => each === reason) ?? 'failed')
  } catch {
    return refused('failed')
  }
}

/** Sends the wanted state, also while the page unloads; returns the stored state. Never throws. */
const sendReaction = (recipe: string, kind: ReactionKind, on: boolean) =>
  ask(recipe, { method: 'POST', body: new URLSearchParams({ kind, on: String(on) }), keepalive: true })

/** Reads the stored state. Never throws. */
const readReactions = (recipe: string) => ask(recipe, {})

interface Reaction {
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
const useReaction = (
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

interface ReactionsOfRecipe extends Readonly<Record<ReactionKind, Pick<Reaction, 'isOn' | 'toggle'>>> {
  readonly recipe: string
  readonly likes: number
  readonly isMember: boolean
  /** Id of the popover with the login link. */
  readonly promptOf: (kind: ReactionKind) => string
}

const Context = createContext<ReactionsOfRecipe | null>(null)

const useReactions = (): ReactionsOfRecipe => {
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
      if ('on' in outcome) return setSaid(recipeNotice(`${kind}-${outcome.on ? 'on' : 'off'}`) ?? null)
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

/** For visitors: links to the login, which does what was pressed and leads back to the recipe (R47). */
function LoginPrompt({
  id,
  kind,
  recipe,
}: {
  readonly id: string
  readonly kind: ReactionKind
  readonly recipe: string
}) {
  const way = { next: recipePath(recipe), wanted: kind }
  return (
    <PopoverDialog id={id} label="ログインのご案内" asks={promptTexts[kind]}>
      <p>{`ログインや会員登録が済むと、${wantedTexts[kind]}、この作品のページに戻ります。`}</p>
      <ButtonLink wide to={signInAddress('sign-in', way)}>
        ログイン
      </ButtonLink>
      <ButtonLink wide look="secondary" to={signInAddress('register', way)}>
        会員登録
      </ButtonLink>
      <Button wide look="quiet" popoverTarget={id} popoverTargetAction="hide">
        閉じる
      </Button>
    </PopoverDialog>
  )
}

/** ♡ and 保存, below a recipe's title. */
export function ReactionButtons() {
  return (
    <>
      <ReactionButton kind="like" isNamed />
      <ReactionButton kind="favourite" isNamed />
    </>
  )
}

/** On phones, a bar at the bottom of the screen that replaces the layout's. `tied`: the shop sells some of the materials. */
export function ReactionBar({ tied }: { readonly tied: boolean }) {
  return (
    <section className={css.bar} aria-label="この作品に" data-bottom-bar>
      <ReactionButton kind="like" />
      <ReactionButton kind="favourite" />
      {tied ? (
        <a href={`#${tiedId}`} className={css.fabrics}>
          材料を買う
        </a>
      ) : (
        <Link to={href('/all-products')} className={css.fabrics}>
          お店の布を見る
        </Link>
      )}
    </section>
  )
}

/** A form for members, which works without script; a login prompt for others. `isNamed` adds the word いいね. */
function ReactionButton({
  kind,
  isNamed = false,
}: {
  readonly kind: ReactionKind
  readonly isNamed?: boolean
}) {
  const { recipe, isMember, promptOf, likes, [kind]: reaction } = useReactions()
  const { isOn, toggle } = reaction
  const face =
    kind === 'like' ? (
      <>
        <Icon name="heart" size={22} />
        <span className={isNamed ? undefined : 'visually-hidden'}>いいね</span>{' '}
        <span className={css.count}>{formatNumber(likes)}</span>
      </>
    ) : (
      <>
        <Icon name="bookmark" size={22} />
        保存
      </>
    )
  const look = `${css.button} ${kind === 'like' ? css.like : ''}`
  if (!isMember)
    return (
      <button type="button" className={look} popoverTarget={promptOf(kind)} aria-haspopup="dialog">
        {face}
      </button>
    )
  return (
    <form
      method="post"
      action={reactionsPath(recipe)}
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        toggle()
      }}
    >
      <input type="hidden" name="kind" value={kind} />
      <button type="submit" name="on" value={String(!isOn)} className={look} aria-pressed={isOn}>
        {face}
      </button>
    </form>
  )
}
