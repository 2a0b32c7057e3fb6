import { useEffect, useRef, useState } from 'react'
import { useActionData, useNavigation } from 'react-router'
import { useUnsavedInput } from './navigation-guard.tsx'

/** The value of these is not what somebody writes into them; a password is typed again anyway. */
const otherTypes = ['hidden', 'checkbox', 'radio', 'file', 'submit', 'password']

const isTextField = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement && !otherTypes.includes(field.type))

/** Whether a text of the form differs from what it was drawn with. */
const hasTypedText = (form: HTMLFormElement | null): boolean =>
  [...(form?.elements ?? [])].some((field) => isTextField(field) && field.value !== field.defaultValue)

const nothing = () => {}

/** For a short form, which keeps no draft: leaving the page asks first while a text is typed and not saved (R19). Give the result to the form. */
export const useTypedText = () => {
  const ref = useRef<HTMLFormElement>(null)
  const [isTyped, setTyped] = useState(false)
  const { state } = useNavigation()
  const isRefused = useActionData() !== undefined
  useEffect(() => {
    // A refused form is drawn with what was typed.
    if (state === 'idle' && !isRefused) setTyped(hasTypedText(ref.current))
  }, [state, isRefused])
  useUnsavedInput(isTyped, nothing)
  return { ref, onInput: () => setTyped(hasTypedText(ref.current)) }
}
