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

export const useFocusOnStep = (): RefObject<HTMLParagraphElement | null> => {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return words
}
