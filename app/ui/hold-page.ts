import { openPopover } from './popover-open.ts'

/**
 * The page behind a window stands still (C31): called whenever one may have opened or closed, and as an effect, whose end it is too. Where a
 * scroll bar has a place of its own it keeps that, so that nothing moves.
 */
export const holdPage = (): (() => void) => {
  const { dataset, clientWidth } = document.documentElement
  if (document.querySelector(`dialog[open], ${openPopover}`) === null) delete dataset.window
  else dataset.window ??= innerWidth > clientWidth ? 'bar' : ''
  return holdPage
}
