import './ui/older-browsers.ts'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

startTransition(() => {
  // React gives text areas back the text of the server: forms that keep what was typed put it back (ui/typed-early.ts).
  for (const area of document.querySelectorAll('textarea'))
    if (area.value !== area.defaultValue) area.dataset.typed = area.value
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
