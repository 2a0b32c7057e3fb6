import './ui/older-browsers.ts'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { DialogEntriesContext, watchDialogEntries } from './ui/close-on-back.ts'

startTransition(() => {
  // React gives text areas back the text of the server, where there was one: forms that keep what was typed put it back
  // (ui/typed-early.ts). What is typed into an empty one while React takes over stays as it is.
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
