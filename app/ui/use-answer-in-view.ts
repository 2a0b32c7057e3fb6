import { type RefObject, useEffect, useRef } from 'react'
import { useActionData, useNavigation } from 'react-router'
import { focusHeading } from './focus-heading.ts'
import { lostIn } from './lost-request.ts'

const field = '[aria-invalid="true"]'
/** What a refusal shows, by what it asks for first: a field to mend, then a text. */
const refusals = [field, 'form [role="alert"]:not(:empty)', '[role="alert"]:not(:empty)']
/** What a press that was carried out shows. */
const results = ['[data-result]', '[role="status"]:not(:empty)']

/** Of what is shown: a text may stand twice, for two widths. */
const firstOf = (within: HTMLElement, selectors: readonly string[]): HTMLElement | undefined =>
  selectors
    .flatMap((selector) => [...within.querySelectorAll<HTMLElement>(selector)])
    .find((element) => element.getClientRects().length > 0)

/**
 * Brings what a press has led to into view; a field also gets the focus. A lost request shows its own notice beside the button, and a
 * new path begins at its top all the same (P8).
 */
export const useAnswerInView = (): RefObject<HTMLDivElement | null> => {
  const page = useRef<HTMLDivElement>(null)
  const { state, formMethod } = useNavigation()
  const answer = useActionData<unknown>()
  const isPressed = useRef(false)
  useEffect(() => {
    if (formMethod === 'POST') isPressed.current = true
    if (state !== 'idle' || !isPressed.current) return
    isPressed.current = false
    if (page.current === null || lostIn(answer) !== null) return
    const shown = firstOf(page.current, answer === undefined ? results : refusals)
    if (shown?.matches(field)) shown.focus({ preventScroll: true })
    // Beside a list it is in sight when what scrolls there is, and the list stays where it is.
    shown?.scrollIntoView({ block: shown.closest('[data-beside]') === null ? 'center' : 'nearest' })
    if (document.activeElement === document.body) focusHeading()
  }, [state, formMethod, answer])
  return page
}
