import { type RefObject, useEffect, useRef } from 'react'

/** For the form: when an answer comes, its first field with an error has the focus. */
export const useFocusOnFirstError = (
  answer: { readonly errors?: object | undefined } | undefined,
): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (answer?.errors) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [answer])
  return form
}

/** For the first words of a step that takes the place of another: they have the focus when it comes. */
export const useFocusOnStep = (): RefObject<HTMLParagraphElement | null> => {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return words
}
