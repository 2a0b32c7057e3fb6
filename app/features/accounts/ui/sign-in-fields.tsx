import { type RefObject, useEffect, useRef } from 'react'
import { PasswordField } from '~/ui/form.tsx'
import type { SignInAnswer } from '../sign-in.types.ts'

/** A new password, typed twice. */
export function NewPasswordFields({
  label,
  errors,
}: {
  readonly label: string
  readonly errors: SignInAnswer['errors']
}) {
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        minLength={6}
        hint="6文字以上。よく使われる言葉や並びは使えません。"
        error={errors?.password}
      />
      <PasswordField
        label={`${label}（確認）`}
        name="confirmation"
        autoComplete="new-password"
        hint="もう一度、同じパスワードを入力してください。"
        error={errors?.confirmation}
      />
    </>
  )
}

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
