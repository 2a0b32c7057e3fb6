/** A button of a form, as far as it says what it does. */
interface FormButton {
  readonly name: string
  readonly value: string
  /** Where it leads by itself, such as to the act of one row; null where its form says. */
  readonly to: string | null
}

/** A press that waits: where its form leads, and the button; null where the browser names none. */
export interface HeldPress {
  readonly path: string
  readonly button: FormButton | null
}

/**
 * Of the buttons of a form as it is by now, the one that was pressed before its page was read again; undefined where it is gone, or where the
 * form is about something else by now: pressing another one in its place would do what nobody asked for (N153).
 */
export const pressedAgain = <Button extends FormButton>(
  { path, button }: HeldPress,
  now: { readonly path: string; readonly buttons: readonly Button[] },
): Button | undefined => {
  if (path !== now.path) return undefined
  return button === null
    ? now.buttons[0]
    : now.buttons.find(
        ({ name, value, to }) => name === button.name && value === button.value && to === button.to,
      )
}
