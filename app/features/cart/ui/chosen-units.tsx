import { createContext, type ReactNode, type RefObject, use, useMemo, useRef, useState } from 'react'

interface Choice {
  readonly units: number
  readonly choose: (units: number) => void
  readonly button: RefObject<HTMLDivElement | null>
}

const ChosenUnitsContext = createContext<Choice>({ units: 1, choose: () => {}, button: { current: null } })

/** One choice of units shared by a product page's stepper, bar and calculations. */
export function ChosenUnits({ children }: { readonly children: ReactNode }) {
  const [units, choose] = useState(1)
  const button = useRef<HTMLDivElement>(null)
  const choice = useMemo(() => ({ units, choose, button }), [units])
  return <ChosenUnitsContext value={choice}>{children}</ChosenUnitsContext>
}

export const useChosenUnits = (): Choice => use(ChosenUnitsContext)

export function OwnButton({ children }: { readonly children: ReactNode }) {
  return <div ref={useChosenUnits().button}>{children}</div>
}
