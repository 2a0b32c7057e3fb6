import { createContext, type ReactNode, useContext } from 'react'

/** Names of the values about which the form asks above its fields (N82); null outside such forms. */
export const ChosenAbove = createContext<readonly string[] | null>(null)

/** The fields of one value; they are sent, but hidden while the form asks about it. */
export function ValueFields({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return useContext(ChosenAbove)?.includes(name) ? <div hidden>{children}</div> : children
}
