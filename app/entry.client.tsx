import './ui/older-browsers.ts'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { DialogEntriesContext, watchDialogEntries } from './ui/close-on-back.ts'

if (!('popover' in HTMLElement.prototype))
  void import('./ui/popover-polyfill.ts').then(({ addPopovers }) => addPopovers())

/**
 * Back and Forward step between the entries that the browser holds for this document also before anybody listens, as after a reload on a slow
 * line: then the address is another page's than the one that was drawn, which only the server can draw (N160).
 */
const isOfItsAddress = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation')
  // A document that was opened anew has no entries yet.
  if (!(navigation instanceof PerformanceNavigationTiming) || navigation.type === 'navigate') return true
  const { pathname, search } = new URL(navigation.name)
  return pathname === location.pathname && search === location.search
}

startTransition(() => {
  if (!isOfItsAddress()) {
    location.reload()
    return
  }
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
