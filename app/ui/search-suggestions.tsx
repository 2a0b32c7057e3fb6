import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { href } from '~/href.ts'
import css from './search-suggestions.module.css'

/** As /api/suggestions answers. */
interface Suggestion {
  readonly kind: keyof typeof kinds
  readonly text: string
  readonly to: string
}

const kinds = { word: 'ことば', recipe: '作品', fabric: '生地', kit: 'キット' } as const

const pauseMs = 150

/** What the server proposes for what stands in `field`, a moment after the last key; none while it is empty or the line is away. */
const useSuggestions = (typed: string, area: string): readonly Suggestion[] => {
  const [found, setFound] = useState<{ readonly q: string; readonly list: readonly Suggestion[] }>()
  const q = typed.trim()
  useEffect(() => {
    if (q === '') return
    const stop = new AbortController()
    const ask = async () => {
      const answer = await fetch(href('/api/suggestions', { in: area, q }), { signal: stop.signal })
      if (answer.ok) setFound({ q, list: await answer.json() })
    }
    const timer = setTimeout(() => ask().catch(() => {}), pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [q, area])
  // Those of the text before stay until the next ones are there, so that nothing flickers.
  return q === '' ? [] : (found?.list ?? [])
}

/**
 * The combobox of a search field (W34): it gives `field` its role and keys, and stands below it. Arrow keys choose, Enter goes there,
 * Escape closes; no key counts that belongs to the conversion of kana (R15).
 */
export function SearchSuggestions({
  field,
  area,
}: {
  readonly field: RefObject<HTMLInputElement | null>
  readonly area: string
}) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(-1)
  const suggestions = useSuggestions(typed, area)
  const isOpen = suggestions.length > 0
  const close = () => {
    setTyped('')
    setActive(-1)
  }
  const navigate = useNavigate()
  const go = (to: string) => {
    close()
    field.current?.blur()
    navigate(to)
  }
  useClosedByNavigation(close)
  useKeys(field, {
    onInput: (text) => {
      setTyped(text)
      setActive(-1)
    },
    onKey: (key) => {
      if (!isOpen) return false
      if (key === 'ArrowDown') setActive(active + 1 < suggestions.length ? active + 1 : -1)
      else if (key === 'ArrowUp') setActive(active === -1 ? suggestions.length - 1 : active - 1)
      else if (key === 'Escape') close()
      else if (key === 'Enter' && suggestions[active] !== undefined) go(suggestions[active].to)
      else return false
      return true
    },
    onLeave: close,
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
  }, [field, id, isOpen, active])
  if (!isOpen) return null
  return (
    <div id={id} role="listbox" aria-label="候補" className={css.list}>
      {suggestions.map(({ kind, text, to }, at) => (
        // The keys belong to the field, where the focus stays.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <div
          key={to}
          id={`${id}${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          className={css.option}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => go(to)}
        >
          <span>{text}</span>
          <small>{kinds[kind]}</small>
        </div>
      ))}
    </div>
  )
}

const useClosedByNavigation = (close: () => void) => {
  const { key } = useLocation()
  const before = useRef(key)
  useEffect(() => {
    if (before.current === key) return
    before.current = key
    close()
  })
}

interface FieldKeys {
  readonly onInput: (text: string) => void
  /** Whether it was ours. */
  readonly onKey: (key: string) => boolean
  readonly onLeave: () => void
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
    // What was typed before this part was there.
    if (document.activeElement === input && input.value !== input.defaultValue) read()
    input.addEventListener('input', read, { signal })
    input.addEventListener('blur', () => present.current.onLeave(), { signal })
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
