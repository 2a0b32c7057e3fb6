import { useEffect, useRef, useState } from 'react'
import { useActionData, useNavigation } from 'react-router'
import { useUnsavedInput } from './navigation-guard.tsx'

/** The value of these is not what somebody writes into them; a password and a code are typed again anyway. */
const otherTypes = ['hidden', 'checkbox', 'radio', 'file', 'submit', 'password']

const isTextField = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement &&
    !otherTypes.includes(field.type) &&
    field.autocomplete !== 'one-time-code')

const textFieldsOf = (form: HTMLFormElement | null) => [...(form?.elements ?? [])].filter(isTextField)

const nothing = () => {}

/** For a short form, which keeps no draft: leaving the page asks first while a text is typed and not saved (R19). Give the result to the form. */
export const useTypedText = () => {
  const ref = useRef<HTMLFormElement>(null)
  /** What is stored, by field: a refused form is drawn with what was typed. */
  const stored = useRef(new Map<string, string>())
  const [isTyped, setTyped] = useState(false)
  const { state } = useNavigation()
  const isAnswered = useActionData() !== undefined
  const look = () =>
    setTyped(
      textFieldsOf(ref.current).some(
        ({ name, value, defaultValue }) => value !== (stored.current.get(name) ?? defaultValue),
      ),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: when an answer has come, or the page was read again
  useEffect(() => {
    if (state !== 'idle') return
    if (!isAnswered)
      stored.current = new Map(
        textFieldsOf(ref.current).map(({ name, defaultValue }) => [name, defaultValue]),
      )
    look()
  }, [state, isAnswered])
  useUnsavedInput(isTyped, nothing)
  return { ref, onInput: look }
}
