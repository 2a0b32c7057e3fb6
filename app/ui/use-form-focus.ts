import { type RefObject, useEffect, useRef } from 'react'

/** An answer with errors moves the focus to the first of them. */
export const useFocusOnFirstError = (
  answer: { readonly errors?: object | undefined } | undefined,
): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (answer?.errors) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [answer])
  return form
}

/** For the first words of a step that replaces another; they get the focus. */
export const useFocusOnStep = (): RefObject<HTMLParagraphElement | null> => {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return words
}
