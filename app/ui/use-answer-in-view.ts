import { type RefObject, useEffect, useRef } from 'react'
import { useActionData, useLocation, useNavigation } from 'react-router'
import { lostIn } from './lost-request.ts'

/** What a refusal shows, by what it asks for first: a field to mend, a text, the question who she is. */
const refusals = ['[aria-invalid="true"]', 'form [role="alert"]', '[role="alert"]', '[data-asks] input']
/** What a press that was carried out shows; live counts within a form are none of it. */
const results = ['[data-result]', '[role="status"]']

const firstOf = (within: HTMLElement, selectors: readonly string[]): HTMLElement | undefined =>
  selectors
    .flatMap((selector) => [...within.querySelectorAll<HTMLElement>(selector)])
    .find((found) => found.textContent !== '' || found instanceof HTMLInputElement)

/**
 * Brings what a press has led to into view where the page stays the same; a field also gets the focus. A lost request shows its own
 * notice beside the button, and a new path begins at its top (P8).
 */
export const useAnswerInView = (): RefObject<HTMLDivElement | null> => {
  const page = useRef<HTMLDivElement>(null)
  const { state, formMethod } = useNavigation()
  const { pathname } = useLocation()
  const answer = useActionData<unknown>()
  const pressedAt = useRef<string | null>(null)
  useEffect(() => {
    if (formMethod === 'POST') pressedAt.current ??= pathname
    if (state !== 'idle') return
    const isHere = pressedAt.current === pathname
    pressedAt.current = null
    if (!isHere || page.current === null || lostIn(answer) !== null) return
    const shown = firstOf(page.current, answer === undefined ? results : refusals)
    if (shown instanceof HTMLInputElement) shown.focus({ preventScroll: true })
    shown?.scrollIntoView({ block: 'center' })
  }, [state, formMethod, pathname, answer])
  return page
}
