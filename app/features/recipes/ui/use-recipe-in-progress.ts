import { useEffect, useState } from 'react'
import { safeStorage } from '~/ui/safe-storage.ts'
import { type RecipeInProgress, readRecipesInProgress, withRecipeInProgress } from '../making-mode.ts'

const storageKey = 'galleryInHand'
const storage = safeStorage(() => window.localStorage)

const readRecipes = () => readRecipesInProgress(storage.read(storageKey) ?? '')

/**
 * What is ticked of a work's materials and where its making was left: kept on this device for the last twenty works, and until
 * the page is left where nothing can be kept.
 */
export const useRecipeInProgress = (id: string) => {
  const [work, setUnsaved] = useState<RecipeInProgress>({ id, ticked: [], step: null })
  useEffect(() => {
    const read = () =>
      setUnsaved(readRecipes().find((kept) => kept.id === id) ?? { id, ticked: [], step: null })
    const readAgain = ({ key }: StorageEvent) => key === storageKey && read()
    read()
    window.addEventListener('storage', readAgain)
    return () => window.removeEventListener('storage', readAgain)
  }, [id])
  const change = (parts: Partial<Omit<RecipeInProgress, 'id'>>) => {
    const changed = { ...work, ...parts }
    setUnsaved(changed)
    storage.write(storageKey, JSON.stringify(withRecipeInProgress(readRecipes(), changed)))
  }
  return {
    ...work,
    setTick: (key: string, isTicked: boolean) => {
      const others = work.ticked.filter((other) => other !== key)
      change({ ticked: isTicked ? [...others, key] : others })
    },
    untickAll: () => change({ ticked: [] }),
    setStep: (step: number | null) => change({ step }),
  }
}
