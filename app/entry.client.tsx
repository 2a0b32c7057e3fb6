import './ui/older-browsers.ts'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { DialogEntriesContext, watchDialogEntries } from './ui/close-on-back.ts'

if (!('popover' in HTMLElement.prototype))
  void import('./ui/popover-polyfill.ts').then(({ addPopovers }) => addPopovers())

startTransition(() => {
  // Hydration resets text areas that have a text from the server; ui/typed-early.ts puts the typed text back.
  for (const area of document.querySelectorAll('textarea'))
    if (area.defaultValue !== '' && area.value !== area.defaultValue) area.dataset.typed = area.value
  const entries = watchDialogEntries(window)
  hydrateRoot(
    document,
    <StrictMode>
      <DialogEntriesContext value={entries}>
        <HydratedRouter />
      </DialogEntriesContext>
    </StrictMode>,
  )
})
