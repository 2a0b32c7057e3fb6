import { openMark } from './popover-open.ts'

const openPopover = () => document.querySelector<HTMLElement>(`[${openMark}]`)

/** React hears it as `onToggle`; these browsers have no `ToggleEvent`. */
const tell = (popover: HTMLElement, newState: 'open' | 'closed') =>
  popover.dispatchEvent(Object.assign(new Event('toggle'), { newState }))

/**
 * Popovers for Safari before 17 and Chrome before 114 (W50): buttons with `popovertarget` open and close them, Escape and a press
 * beside one close it, and the focus goes in and comes back. popover-dialog.module.css hides and shows them there.
 */
export const addPopovers = (): void => {
  let opener: Element | null = null

  function showPopover(this: HTMLElement) {
    openPopover()?.hidePopover()
    opener = document.activeElement
    this.setAttribute(openMark, '')
    tell(this, 'open')
    this.querySelector<HTMLElement>('[autofocus]')?.focus()
  }

  function hidePopover(this: HTMLElement) {
    if (!this.hasAttribute(openMark)) return
    const hadFocus = this.contains(document.activeElement)
    this.removeAttribute(openMark)
    tell(this, 'closed')
    if (hadFocus && opener instanceof HTMLElement) opener.focus()
  }

  Object.assign(HTMLElement.prototype, { showPopover, hidePopover })

  // On the window, after React, which may have prevented it.
  window.addEventListener('click', ({ target, defaultPrevented }) => {
    const button = target instanceof Element ? target.closest('[popovertarget]') : null
    const popover = document.getElementById(button?.getAttribute('popovertarget') ?? '')
    if (popover === null || defaultPrevented) return
    const isHidden = !popover.hasAttribute(openMark)
    if (isHidden && button?.getAttribute('popovertargetaction') !== 'hide') popover.showPopover()
    else popover.hidePopover()
  })
  // Safari on a phone tells of no click beside what can be pressed.
  window.addEventListener('pointerdown', ({ target }) => {
    const open = openPopover()
    if (open === null || !(target instanceof Element) || open.contains(target)) return
    if (target.closest('[popovertarget]')?.getAttribute('popovertarget') !== open.id) open.hidePopover()
  })
  window.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') openPopover()?.hidePopover()
  })
}
