import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import css from './combobox.module.css'

interface ComboboxProps<Option> {
  readonly field: RefObject<HTMLInputElement | null>
  readonly label: string
  /** Pushes down what follows, where the next field must stay in sight; otherwise lies over it. */
  readonly inFlow?: boolean
  readonly options: readonly Option[]
  readonly keyOf: (option: Option) => string
  /** The text while somebody types; '' to propose nothing more. */
  readonly onText: (text: string) => void
  readonly onChoose: (option: Option) => void
  readonly children: (option: Option) => ReactNode
}

/** Suggestions below `field`: arrow keys choose, Enter takes, Escape closes; keys of a kana conversion are ignored (R15). */
export function Combobox<Option>(props: ComboboxProps<Option>) {
  const { field, label, inFlow = false, options, keyOf, onText, onChoose, children } = props
  const id = useId()
  const [active, setActive] = useState(-1)
  const isOpen = options.length > 0
  const close = () => {
    onText('')
    setActive(-1)
  }
  const choose = (option: Option) => {
    close()
    onChoose(option)
  }
  useKeys(field, {
    onInput: (text) => {
      onText(text)
      setActive(-1)
    },
    onKey: (key) => {
      if (!isOpen) return false
      if (key === 'ArrowDown') setActive(active + 1 < options.length ? active + 1 : -1)
      else if (key === 'ArrowUp') setActive(active === -1 ? options.length - 1 : active - 1)
      else if (key === 'Escape') close()
      else if (key === 'Enter' && options[active] !== undefined) choose(options[active])
      else return false
      return true
    },
    // What follows moves up as the list goes: not before the press that left the field has been taken.
    onLeave: (isPressed) => (inFlow && isPressed ? afterPress(close) : close()),
  })
  useEffect(() => {
    const input = field.current
    if (input === null) return
    const set = (name: string, value: string | null) =>
      value === null ? input.removeAttribute(name) : input.setAttribute(name, value)
    set('role', 'combobox')
    set('aria-autocomplete', 'list')
    set('aria-expanded', String(isOpen))
    set('aria-controls', isOpen ? id : null)
    set('aria-activedescendant', isOpen && active >= 0 ? `${id}${active}` : null)
    if (isOpen && active >= 0) document.getElementById(`${id}${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [field, id, isOpen, active])
  if (!isOpen) return null
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className={inFlow ? `${css.list} ${css.inFlow}` : css.list}
    >
      {options.map((option, at) => (
        // The field keeps the focus and handles the keys.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <div
          key={keyOf(option)}
          id={`${id}${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          className={css.option}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(option)}
        >
          {children(option)}
        </div>
      ))}
    </div>
  )
}

const afterPress = (act: () => void): void => {
  const stop = new AbortController()
  const end = () => {
    stop.abort()
    // The click comes with the release, before this.
    setTimeout(act)
  }
  for (const type of ['pointerup', 'pointercancel'])
    document.addEventListener(type, end, { signal: stop.signal })
}

interface FieldKeys {
  readonly onInput: (text: string) => void
  readonly onKey: (key: string) => boolean
  readonly onLeave: (isPressed: boolean) => void
}

const useKeys = (field: RefObject<HTMLInputElement | null>, keys: FieldKeys) => {
  const present = useRef(keys)
  useEffect(() => {
    present.current = keys
  })
  useEffect(() => {
    const input = field.current
    if (input === null) return
    const stop = new AbortController()
    const { signal } = stop
    const read = () => present.current.onInput(input.value)
    // Text that was typed before this component was loaded.
    if (document.activeElement === input && input.value !== input.defaultValue) read()
    input.addEventListener('input', read, { signal })
    let isPressed = false
    for (const type of ['pointerdown', 'pointerup', 'pointercancel'])
      document.addEventListener(type, () => (isPressed = type === 'pointerdown'), { signal, capture: true })
    input.addEventListener('blur', () => present.current.onLeave(isPressed), { signal })
    input.addEventListener(
      'keydown',
      (event) => {
        const isConverted = event.isComposing || event.keyCode === 229
        if (!isConverted && present.current.onKey(event.key)) event.preventDefault()
      },
      { signal },
    )
    return () => stop.abort()
  }, [field])
}
