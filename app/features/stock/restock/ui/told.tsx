import type { ReactNode } from 'react'
import { useFocusOnStep } from '~/ui/use-form-focus.ts'

/** What a press has led to; takes the focus, because the pressed button has gone. */
export function Told({ children }: { readonly children: ReactNode }) {
  const words = useFocusOnStep()
  return (
    <p ref={words} role="status" tabIndex={-1}>
      {children}
    </p>
  )
}
