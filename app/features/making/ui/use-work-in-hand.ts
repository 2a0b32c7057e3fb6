import { useEffect, useState } from 'react'
import { safeStorage } from '~/ui/safe-storage.ts'
import { readWorksInHand, type WorkInHand, withWorkInHand } from '../rules.ts'

const storageKey = 'galleryInHand'
const storage = safeStorage(() => window.localStorage)

const readWorks = () => readWorksInHand(storage.read(storageKey) ?? '')

/**
 * What is ticked of a work's materials and where its making was left: kept on this device for the last twenty works, and until
 * the page is left where nothing can be kept.
 */
export const useWorkInHand = (id: string) => {
  const [work, setWork] = useState<WorkInHand>({ id, ticked: [], step: null })
  useEffect(() => {
    const read = () => setWork(readWorks().find((kept) => kept.id === id) ?? { id, ticked: [], step: null })
    const readAgain = ({ key }: StorageEvent) => key === storageKey && read()
    read()
    window.addEventListener('storage', readAgain)
    return () => window.removeEventListener('storage', readAgain)
  }, [id])
  const change = (parts: Partial<Omit<WorkInHand, 'id'>>) => {
    const changed = { ...work, ...parts }
    setWork(changed)
    storage.write(storageKey, JSON.stringify(withWorkInHand(readWorks(), changed)))
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
