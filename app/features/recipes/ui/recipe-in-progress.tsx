import { type ComponentProps, useEffect, useState } from 'react'
import { Button, ButtonWithinPage } from '~/ui/button.tsx'
import { safeStorage } from '~/ui/safe-storage.ts'
import { useHasScript } from '~/ui/use-has-script.ts'
import { type RecipeInProgress, readRecipesInProgress, withRecipeInProgress } from '../making-mode.rules.ts'
import type { TiedMaterial } from '../materials/rules.ts'
import type { Recipe } from '../types.ts'
import { MakingMode, type MakingPage, Materials, useMakingPage } from './making-mode.tsx'
import css from './recipe-in-progress.module.css'
import { RecipePage } from './recipe-page.tsx'

const pagesOf = ({ ingredients, steps }: Recipe): readonly MakingPage[] => [
  ...(ingredients.length === 0 || steps.length === 0 ? [] : [{ kind: 'materials', name: '材料' } as const]),
  ...steps.map((step, at) => ({ kind: 'step', name: `手順 ${at + 1} / ${steps.length}`, step }) as const),
]

export function RecipeInProgressStrip({
  tied,
  ...props
}: Omit<ComponentProps<typeof RecipePage>, 'materials' | 'making'> & {
  readonly tied: readonly TiedMaterial[]
}) {
  const { recipe } = props
  const progress = useRecipeInProgress(recipe.id)
  const pages = pagesOf(recipe)
  const mode = useMakingPage(pages.length)
  const stepAt = (page: number) => {
    const shown = pages[page]
    return shown?.kind === 'step' ? shown.step.id : null
  }
  const turnTo = (page: number) => {
    progress.setStep(stepAt(page))
    mode.turnTo(page)
  }
  const finish = () => {
    progress.setStep(null)
    mode.leave()
  }
  const left = pages.findIndex((_, at) => progress.step !== null && stepAt(at) === progress.step)
  return (
    <>
      <RecipePage
        {...props}
        materials={<Materials materials={recipe.ingredients} tied={tied} ticks={progress} />}
        making={<Ways left={left < 1 ? null : left} nameOf={(at) => pages[at]?.name} onEnter={mode.enter} />}
      />
      <MakingMode
        pages={pages}
        page={mode.page}
        materials={recipe.ingredients}
        ticks={progress}
        onTurn={turnTo}
        onLeave={mode.leave}
        onFinish={finish}
      />
    </>
  )
}

/** Without script the link of the making mode leads to the steps. */
function Ways({
  left,
  nameOf,
  onEnter,
}: {
  readonly left: number | null
  readonly nameOf: (page: number) => string | undefined
  readonly onEnter: (page: number) => Promise<void>
}) {
  const hasScript = useHasScript()
  return (
    <div className={css.ways}>
      {left === null ? null : <Button onClick={() => void onEnter(left)}>{nameOf(left)} から続ける</Button>}
      <ButtonWithinPage
        href="#steps"
        look={left === null ? 'primary' : 'secondary'}
        onClick={(event) => {
          event.preventDefault()
          void onEnter(0)
        }}
      >
        {left === null ? 'つくるモード' : 'はじめから'}
      </ButtonWithinPage>
      {hasScript ? (
        <Button look="quiet" onClick={() => window.print()}>
          印刷する
        </Button>
      ) : null}
    </div>
  )
}

const storageKey = 'galleryInHand'
const storage = safeStorage(() => window.localStorage)

const readRecipes = () => readRecipesInProgress(storage.read(storageKey) ?? '')

/** Keeps ticks and the last step on this device for the last twenty recipes; without storage until the page is left. */
const useRecipeInProgress = (id: string) => {
  const [kept, setKept] = useState<RecipeInProgress>({ id, ticked: [], step: null })
  useEffect(() => {
    const read = () => setKept(readRecipes().find((each) => each.id === id) ?? { id, ticked: [], step: null })
    const readAgain = ({ key }: StorageEvent) => key === storageKey && read()
    read()
    window.addEventListener('storage', readAgain)
    return () => window.removeEventListener('storage', readAgain)
  }, [id])
  const change = (parts: Partial<Omit<RecipeInProgress, 'id'>>) => {
    const changed = { ...kept, ...parts }
    setKept(changed)
    storage.write(storageKey, JSON.stringify(withRecipeInProgress(readRecipes(), changed)))
  }
  return {
    ...kept,
    setTick: (key: string, isTicked: boolean) => {
      const others = kept.ticked.filter((other) => other !== key)
      change({ ticked: isTicked ? [...others, key] : others })
    },
    untickAll: () => change({ ticked: [] }),
    setStep: (step: number | null) => change({ step }),
  }
}
