import { createContext, type ReactNode, type RefObject, use, useMemo, useRef, useState } from 'react'

interface Choice {
  /** How many units of the page's product are meant. */
  readonly units: number
  readonly choose: (units: number) => void
  /** Around the page's own button, by which the bar tells whether it is in sight. */
  readonly button: RefObject<HTMLDivElement | null>
}

const ChosenUnitsContext = createContext<Choice>({ units: 1, choose: () => {}, button: { current: null } })

/** One choice of units for all that a product's page shows: its stepper, its bar, and whatever reckons how many it takes. */
export function ChosenUnits({ children }: { readonly children: ReactNode }) {
  const [units, choose] = useState(1)
  const button = useRef<HTMLDivElement>(null)
  const choice = useMemo(() => ({ units, choose, button }), [units])
  return <ChosenUnitsContext value={choice}>{children}</ChosenUnitsContext>
}

export const useChosenUnits = (): Choice => use(ChosenUnitsContext)

/** Around the button of the page itself, below its pictures. */
export function OwnButton({ children }: { readonly children: ReactNode }) {
  return <div ref={useChosenUnits().button}>{children}</div>
}
