import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Form, useLocation } from 'react-router'
import { longestSearch } from '~/kernel/list-address.ts'
import { focusHeading } from './focus-heading.ts'
import { Icon } from './icon.tsx'
import { isConverting } from './is-converting.ts'
import css from './search-box.module.css'

/** Loaded when somebody begins to type; the field works without it. */
const SearchSuggestions = lazy(() =>
  import('./search-suggestions.tsx').then(
    ({ SearchSuggestions }) => ({ default: SearchSuggestions }),
    () => ({ default: () => null }),
  ),
)

/** Searches `action` for `?q=`; `rest` is the other query. Enter waits for kana (R15); `area` has suggestions (W34). */
export function SearchBox({
  action,
  label,
  placeholder = label,
  q,
  rest = '',
  area,
}: {
  readonly action: string
  readonly label: string
  readonly placeholder?: string
  readonly q: string
  readonly rest?: string
  readonly area?: 'recipe' | 'fabric' | 'kit'
}) {
  const field = useRef<HTMLInputElement>(null)
  const before = useRef(q)
  const [isTyping, setIsTyping] = useState(false)
  // Follows Back and links, but keeps text typed before hydration.
  useEffect(() => {
    if (field.current !== null && before.current !== q) field.current.value = q
    before.current = q
  }, [q])
  const { key } = useLocation()
  const hasAsked = useRef(false)
  // W25: the heading gets the focus, which also closes a phone's keyboard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the address has changed
  useEffect(() => {
    if (hasAsked.current) focusHeading()
    hasAsked.current = false
  }, [key])
  return (
    <search className={css.search} aria-label={label}>
      <Form
        action={action}
        preventScrollReset
        className={css.pill}
        onSubmit={(event) => {
          hasAsked.current = !!(q || field.current?.value)
          if (hasAsked.current) return
          event.preventDefault()
          field.current?.focus()
        }}
      >
        <input
          ref={field}
          type="search"
          name="q"
          aria-label={label}
          placeholder={placeholder}
          defaultValue={q}
          enterKeyHint="search"
          maxLength={longestSearch}
          className={css.words}
          {...(area && { autoComplete: 'off', onFocus: () => setIsTyping(true) })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && isConverting(event)) event.preventDefault()
          }}
        />
        {[...new URLSearchParams(rest)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className={css.find} aria-label="さがす">
          <Icon name="search" />
        </button>
        {area && isTyping ? (
          <Suspense>
            <SearchSuggestions field={field} area={area} />
          </Suspense>
        ) : null}
      </Form>
    </search>
  )
}
