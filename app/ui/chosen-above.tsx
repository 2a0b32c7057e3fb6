import { createContext, type ReactNode, useContext } from 'react'

export const nothingChosenAbove: ReadonlySet<string> = new Set()

/** Names of the values about which the form asks above its fields (N82). */
export const ChosenAbove = createContext(nothingChosenAbove)

/** The fields of one value; they are sent, but hidden while the form asks about it. */
export function ValueFields({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return useContext(ChosenAbove).has(name) ? <div hidden>{children}</div> : children
}
