import './ui/older-browsers.ts'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { DialogEntriesContext, watchDialogEntries } from './ui/close-on-back.ts'

if (!('popover' in HTMLElement.prototype))
  void import('./ui/popover-polyfill.ts').then(({ addPopovers }) => addPopovers())

const withoutHash = (address: string): string => address.replace(/#.*/s, '')

/**
 * Back and Forward step between the entries that the browser holds for this document also before anybody listens, as after a reload on a slow
 * line: then the address is another page's than the one that was drawn, which only the server can draw (N160).
 */
const isOfItsAddress = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation')
  // A document that was opened anew has no entries yet.
  if (!(navigation instanceof PerformanceNavigationTiming) || navigation.type === 'navigate') return true
  return withoutHash(navigation.name) === withoutHash(location.href)
}

startTransition(() => {
  if (!isOfItsAddress()) {
    // Not a reload, after which a browser that tells another address than this one would reload for ever.
    location.replace(withoutHash(location.href))
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
