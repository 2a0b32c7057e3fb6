import { useEffect, useRef } from 'react'
import { useFetcher, useSearchParams } from 'react-router'
import { href } from '~/href.ts'
import type { DeskAnswer, FormAnswer } from '~/ui/desk-form.tsx'
import { lostIn } from '~/ui/lost-request.ts'
import { useUnsavedInput } from '~/ui/navigation-guard.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import { type PackingLine, severalField, wereSeveralField } from '../rules.ts'
import css from './packing.module.css'
import type { LivePacking } from './use-packing-state.ts'

/** Of the form that says of a line that its cloth was there, outside of that of the ticks. */
export const foundFormId = 'found-fabric'

const names = { cut: '裁った', packed: '入れた' } as const

const [firstAgainMs, mostAgainMs] = [3_000, 60_000]

/** How long a press that was lost waits before it is sent again, in ms: 3 to 6 s at first, twice as long after each further loss, at most 1 to 2 minutes (N166). `chance` is 0 to 1. */
export const againAfterMs = (losses: number, chance: number): number =>
  Math.min(mostAgainMs, firstAgainMs * 2 ** losses) * (1 + chance)
const nothing = () => {}

/**
 * What stores presses of ticks at once; `name` tells it from the others of the page. A press that was lost stays as she set it and is sent
 * again until it is stored, under its id; until then leaving the page asks first (N164).
 */
const useTicking = (name: string, requestId: string, live: LivePacking) => {
  const fetcher = useFetcher<DeskAnswer>({ key: name })
  const sent = useRef({ press: 0, keys: [] as readonly string[], isOn: false })
  const isBusy = fetcher.state !== 'idle'
  const wasBusy = useRef(false)
  /** How often the press was sent again in vain; from nothing when she presses, or the line is back. */
  const losses = useRef(0)
  const lost = lostIn(fetcher.data)
  const left = live.stillLost(sent.current.press, sent.current.keys)
  const isLost = !isBusy && (lost === null ? fetcher.data?.failure !== undefined : left.length > 0)
  // Who is signed out of the desk is told by the press of the page.
  const isSentAgain = lost !== null && lost !== 'door' && lost !== 'out' && left.length > 0
  useUnsavedInput(isSentAgain, nothing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (wasBusy.current && !isBusy)
      live.answered(sent.current.press, sent.current.keys, {
        isStored: fetcher.data !== undefined && lost === null && fetcher.data.failure === undefined,
        left: fetcher.data?.left ?? [],
      })
    wasBusy.current = isBusy
  }, [isBusy])
  const press = (keys: readonly string[], isOn: boolean, again?: number) => {
    sent.current = { press: live.press(keys, isOn, again), keys, isOn }
    const form = new FormData()
    form.set('intent', 'tick')
    form.set('value', isOn ? 'on' : 'off')
    form.set('requestId', `${requestId}:${name}:${sent.current.press}`)
    for (const key of keys) form.append('key', key)
    void fetcher.submit(form, { method: 'post', action: href('/admin/packing') })
    return sent.current.press
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (!isSentAgain || isBusy) return
    const again = (sinceLost: number) => {
      losses.current = sinceLost
      const { press: number, keys, isOn } = sent.current
      const hers = live.stillLost(number, keys)
      if (hers.length > 0 && navigator.onLine)
        press(hers, isOn, hers.length === keys.length ? number : undefined)
    }
    const wait = againAfterMs(losses.current, Math.random())
    const timer = window.setTimeout(() => again(losses.current + 1), wait)
    const lineIsBack = () => again(0)
    window.addEventListener('online', lineIsBack)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('online', lineIsBack)
    }
  }, [fetcher.data, isSentAgain, isBusy])
  const pressed = (keys: readonly string[], isOn: boolean) => {
    losses.current = 0
    return press(keys, isOn)
  }
  return { press: pressed, lost: isSentAgain ? ('sent-again' as const) : isLost ? ('lost' as const) : null }
}

const lostTexts = {
  'sent-again': 'まだ保存していません。つながりしだい保存します',
  lost: '印を保存できませんでした',
}

function TickLost({ lost }: { readonly lost: keyof typeof lostTexts | null }) {
  if (lost === null) return null
  return (
    <span role="alert" className={css.lost}>
      {lostTexts[lost]}
    </span>
  )
}

/** A tick stored at once; without script with the surrounding form. */
export function PackingTick({
  tick: { key, step },
  line,
  requestId,
  live,
  hasLeft,
}: {
  readonly tick: PackingLine['ticks'][number]
  readonly line: string
  readonly requestId: string
  readonly live: LivePacking
  readonly hasLeft: boolean
}) {
  const { press, lost } = useTicking(`tick:${key}`, requestId, live)
  const by = step === 'cut' ? live.tickedBy(key) : ''
  return (
    <label className={css.tick}>
      {live.wasOn(key) && !hasLeft ? <input type="hidden" name={`was:${key}`} value="on" /> : null}
      <input
        type="checkbox"
        name={`tick:${key}`}
        checked={live.isOn(key)}
        disabled={hasLeft}
        onChange={(event) => void press([key], event.currentTarget.checked)}
      />
      <span>
        <span className="visually-hidden">{line} </span>
        {names[step]}
      </span>
      {by === '' ? null : <small className={css.by}>{by}</small>}
      <TickLost lost={lost} />
    </label>
  )
}

/** The boxes of these lines that one press ticks: 裁った of cloth, where byProduct are packed one after the other, or 入れた. */
export const boxesOfStep = (
  lines: readonly PackingLine[],
  step: 'cut' | 'packed',
  live: LivePacking,
  order: string,
): string[] =>
  live.leftOf(order) === undefined
    ? lines.flatMap(({ ticks, isFabric }) =>
        ticks.flatMap((tick) =>
          tick.step === (step === 'cut' && isFabric ? 'cut' : 'packed') ? tick.key : [],
        ),
      )
    : []

/**
 * A tick that stands for several boxes, stored as one act; without script with the surrounding form. Pressed again, with no other press in
 * between, it takes back what it set and no more.
 */
export function SeveralTick({
  name,
  keys,
  requestId,
  live,
  className = '',
  children,
}: {
  /** Tells it from the others of the page. */
  readonly name: string
  readonly keys: readonly string[]
  readonly requestId: string
  readonly live: LivePacking
  readonly className?: string | undefined
  readonly children: React.ReactNode
}) {
  const { press, lost } = useTicking(`several:${name}`, requestId, live)
  const hasScript = useHasScript()
  const box = useRef<HTMLInputElement>(null)
  const set = useRef({ press: -1, keys: [] as readonly string[] })
  const on = keys.filter(live.isOn)
  const isAll = on.length === keys.length
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = on.length > 0 && !isAll
  }, [on.length, isAll])
  if (keys.length === 0) return <span className={className} />
  return (
    <label className={`${css.several} ${className}`}>
      {!hasScript && keys.every(live.wasOn) ? (
        <input type="hidden" name={`${wereSeveralField}${name}`} value={keys.join(' ')} />
      ) : null}
      <input
        ref={box}
        type="checkbox"
        // With script each box tells of itself.
        name={hasScript ? undefined : `${severalField}${name}`}
        value={keys.join(' ')}
        checked={isAll}
        onChange={() => {
          if (!isAll) {
            const off = keys.filter((key) => !live.isOn(key))
            set.current = { press: press(off, true), keys: off }
          } else press(set.current.press === live.lastPress() ? set.current.keys : keys, false)
        }}
      />
      <span>{children}</span>
      <TickLost lost={lost} />
    </label>
  )
}

/** Says at once that a line's cloth was there (K33); without script by a form of its own. */
export function FoundButton({
  line,
  about,
  requestId,
}: {
  readonly line: string
  readonly about: string
  readonly requestId: string
}) {
  const fetcher = useFetcher<FormAnswer>({ key: `found:${line}` })
  const [search] = useSearchParams()
  const isBusy = fetcher.state !== 'idle'
  const failure =
    lostIn(fetcher.data) === null ? fetcher.data?.failure : '送れませんでした。もう一度押してください。'
  return (
    <>
      <button
        type="submit"
        form={foundFormId}
        name="line"
        value={line}
        className={css.save}
        onClick={(event) => {
          event.preventDefault()
          if (isBusy) return
          const [page, size, by] = ['page', 'size', 'by'].map((name) => search.get(name) ?? '')
          const action = href('/admin/packing/found', { page, size, by })
          void fetcher.submit({ line, requestId: `${requestId}:${line}` }, { method: 'post', action })
        }}
      >
        {isBusy ? '書いています…' : '布はありました'}
        <span className="visually-hidden">（{about}）</span>
      </button>
      {isBusy || failure === undefined ? null : (
        <span role="alert" className={css.lost}>
          {failure}
        </span>
      )}
    </>
  )
}
