import { type ReactNode, type TouchEvent, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pictureOf } from '~/features/pictures/rules.ts'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import { defaultLogo, displayImageUrl } from '~/kernel/image-url.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { Button } from '~/ui/button.tsx'
import { Dialog } from '~/ui/dialog.tsx'
import { whenShown } from '~/ui/page-visibility.ts'
import { PlainText } from '~/ui/plain-text.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import { makingHash, materialKeys, pageOfHash, swipeOf } from '../making-mode.rules.ts'
import type { TiedMaterial } from '../materials/rules.ts'
import { BuyTogether, TiedLine, useWantedMaterials } from '../materials/ui/tied-materials.tsx'
import type { Recipe } from '../types.ts'
import css from './making-mode.module.css'
import materialsCss from './materials.module.css'

const steps = '#steps'

/**
 * The open page from 0, null while closed. It is in the hash, so that it survives a reload and works offline, and Back closes it;
 * the entry below also has a hash, because React Router loads nothing between two hashes.
 */
export const useMakingPage = (pages: number) => {
  const { search, hash, state } = useLocation()
  const navigate = useNavigate()
  const hasScript = useHasScript()
  const goTo = (target: string, options: { replace?: true; state?: unknown }) =>
    navigate({ search, hash: target }, options)
  return {
    page: hasScript ? pageOfHash(hash, pages) : null,
    enter: async (page: number) => {
      if (hash === '') await goTo(steps, { replace: true, state })
      await goTo(makingHash(page), { state: { liesOnRecipe: true } })
    },
    turnTo: (page: number) => void goTo(makingHash(page), { replace: true, state }),
    leave: () => {
      if (fieldsOf(state).liesOnRecipe === true) void navigate(-1)
      else void goTo(steps, { replace: true })
    },
  }
}

/** The browser releases the lock when the tab is hidden, so it is requested again; where it is refused the screen sleeps. */
const useWakeLock = (isWanted: boolean): void => {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return
    let isOver = false
    let lock: WakeLockSentinel | undefined
    const release = () => void lock?.release().catch(() => {})
    const ask = async () => {
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isOver) release()
      } catch {
        // The browser may refuse; the screen then sleeps.
      }
    }
    void ask()
    const stop = whenShown(() => void ask())
    return () => {
      isOver = true
      stop()
      release()
    }
  }, [isWanted])
}

const useArrowKeys = (isOpen: boolean, turn: (by: -1 | 1) => void) => {
  useEffect(() => {
    if (!isOpen) return
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) return
      if (event.key === 'ArrowRight') turn(1)
      if (event.key === 'ArrowLeft') turn(-1)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}

/** One finger turns pages; two fingers, or one on a zoomed page, are left to the browser. */
const useSwipe = (turn: (by: -1 | 0 | 1) => void) => {
  const from = useRef<{ readonly x: number; readonly y: number }>(null)
  const placeOf = ({ changedTouches }: TouchEvent) => {
    const touch = changedTouches.item(0)
    return { x: touch.clientX, y: touch.clientY }
  }
  return {
    onTouchStart: (event: TouchEvent) => {
      const isOneFinger = event.touches.length === 1 && (window.visualViewport?.scale ?? 1) <= 1.01
      from.current = isOneFinger ? placeOf(event) : null
    },
    onTouchEnd: (event: TouchEvent) => {
      if (from.current !== null) turn(swipeOf(from.current, placeOf(event)))
      from.current = null
    },
    onTouchCancel: () => {
      from.current = null
    },
  }
}

export type MakingPage =
  | { readonly kind: 'materials'; readonly name: string }
  | { readonly kind: 'step'; readonly name: string; readonly step: Recipe['steps'][number] }

const sizes = '(orientation: landscape) 50vw, 100vw'

const hasPicture = (url: string | undefined): url is string => displayImageUrl(url) !== defaultLogo

/** `page` counts from 0; null while the mode is closed. */
export function MakingMode({
  pages,
  page,
  materials,
  ticks,
  onTurn,
  onLeave,
  onFinish,
}: {
  readonly pages: readonly MakingPage[]
  readonly page: number | null
  readonly materials: readonly string[]
  readonly ticks: MaterialTicks
  readonly onTurn: (page: number) => void
  readonly onLeave: () => void
  readonly onFinish: () => void
}) {
  const isOpen = page !== null
  const at = page ?? 0
  const shown = pages[at]
  const isFirst = at === 0
  const isLast = at === pages.length - 1
  // A quick second turn comes before the first one's page is rendered.
  const target = useRef(at)
  useEffect(() => {
    target.current = at
  }, [at])
  const turn = (by: -1 | 0 | 1) => {
    const next = target.current + by
    if (by === 0 || next < 0 || next >= pages.length) return
    target.current = next
    onTurn(next)
  }
  useWakeLock(isOpen)
  useArrowKeys(isOpen, turn)
  const inside = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page begins at its top
  useEffect(() => {
    inside.current?.closest('dialog')?.scrollTo(0, 0)
  }, [page])
  return (
    <Dialog
      open={isOpen}
      onClose={() => isOpen && onLeave()}
      heading={shown?.name ?? ''}
      look="full"
      closeLabel="つくるモードを終わる"
    >
      <div ref={inside} className={css.mode} {...useSwipe(turn)}>
        <p role="status" className="visually-hidden">
          {shown?.name}
        </p>
        <progress className={css.line} value={at + 1} max={pages.length} aria-label="進みぐあい" />
        <div key={at} className={css.page}>
          {shown?.kind === 'step' ? (
            <StepPage {...shown} />
          ) : (
            <div className={css.materials}>
              <MaterialList materials={materials} ticks={ticks} />
            </div>
          )}
        </div>
        <Ahead page={pages[at + 1]} />
        <div className={css.turns}>
          <Button look="secondary" wide aria-disabled={isFirst} onClick={() => turn(-1)}>
            前へ
          </Button>
          <Button wide onClick={() => (isLast ? onFinish() : turn(1))}>
            {isLast ? 'できあがり' : '次へ'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function StepPage({ name, step: { description, imageUrl } }: MakingPage & { readonly kind: 'step' }) {
  return (
    <>
      {hasPicture(imageUrl) ? (
        <div className={css.photograph}>
          <Picture
            url={imageUrl}
            alt={`${name}の写真`}
            sizes={sizes}
            className={pictureOf(imageUrl) === undefined ? css.unknownSize : css.image}
            eager
          />
        </div>
      ) : null}
      <div className={css.text}>
        <PlainText text={description} rel="ugc nofollow" />
      </div>
    </>
  )
}

/** Loads the next page's photograph in advance. */
function Ahead({ page }: { readonly page: MakingPage | undefined }) {
  if (page?.kind !== 'step' || !hasPicture(page.step.imageUrl)) return null
  return (
    <div className="visually-hidden" aria-hidden="true">
      <Picture url={page.step.imageUrl} alt="" sizes={sizes} eager />
    </div>
  )
}

export interface MaterialTicks {
  /** Keys of `materialKeys`. */
  readonly ticked: readonly string[]
  readonly setTick: (key: string, isTicked: boolean) => void
  readonly untickAll: () => void
}

export function Materials({
  materials,
  tied,
  ticks,
}: {
  readonly materials: readonly string[]
  readonly tied: readonly TiedMaterial[]
  readonly ticks: MaterialTicks
}) {
  const wanted = useWantedMaterials(tied)
  if (materials.length === 0) return null
  return (
    <section aria-labelledby="materials" className={materialsCss.card}>
      <h2 id="materials">材料</h2>
      <BuyTogether wanted={wanted} />
      <MaterialList
        materials={materials}
        ticks={ticks}
        below={(line) => <TiedLine line={line} wanted={wanted} />}
      />
    </section>
  )
}

/** Without script the boxes are a plain list in the same places. */
function MaterialList({
  materials,
  ticks: { ticked, setTick, untickAll },
  below,
}: {
  readonly materials: readonly string[]
  readonly ticks: MaterialTicks
  readonly below?: (line: number) => ReactNode
}) {
  const hasScript = useHasScript()
  const keys = materialKeys(materials)
  const isAnyTicked = keys.some((key) => ticked.includes(key))
  return (
    <>
      <ul className={materialsCss.materials}>
        {keys.map((key, at) => (
          <li key={key}>
            {hasScript ? (
              <label className={materialsCss.material}>
                <input
                  type="checkbox"
                  checked={ticked.includes(key)}
                  onChange={(event) => setTick(key, event.currentTarget.checked)}
                />
                <span>{materials[at]}</span>
              </label>
            ) : (
              <span className={materialsCss.material}>
                <span className={materialsCss.dot} aria-hidden="true" />
                <span>{materials[at]}</span>
              </span>
            )}
            {below?.(at)}
          </li>
        ))}
      </ul>
      <div className={materialsCss.untick}>
        {hasScript ? (
          <Button look="quiet" aria-disabled={!isAnyTicked} onClick={() => isAnyTicked && untickAll()}>
            チェックをすべて外す
          </Button>
        ) : null}
      </div>
    </>
  )
}
