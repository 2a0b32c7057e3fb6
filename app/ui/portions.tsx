import { Fragment, type ReactNode, Suspense, use } from 'react'

const itemsPerPortion = 50

/**
 * The items of a long list, drawn on the server in portions of 50, between which the process serves others: 600 cards at once would hold
 * it for over 100 ms (P40). The page is sent when all are drawn, so that a reader without script has them, too.
 */
export function Portions({ children }: { readonly children: readonly ReactNode[] }) {
  return Array.from({ length: Math.ceil(children.length / itemsPerPortion) }, (_, portion) => {
    const from = portion * itemsPerPortion
    const items = children.slice(from, from + itemsPerPortion)
    // What stands on the first screen is hydrated with the rest of the page.
    if (portion === 0) return <Fragment key={from}>{items}</Fragment>
    return (
      <Suspense key={from}>
        <InItsTurn turn={portion}>{items}</InItsTurn>
      </Suspense>
    )
  })
}

function InItsTurn({ turn, children }: { readonly turn: number; readonly children: readonly ReactNode[] }) {
  if (import.meta.env.SSR) use(afterTurns(turn))
  return children
}

/** React draws whatever became ready in one turn of the event loop together, so each portion waits for longer than the one before. */
const afterTurns = async (turns: number): Promise<void> => {
  for (let turn = 0; turn < turns * 2; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
