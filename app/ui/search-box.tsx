import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Form, useLocation } from 'react-router'
import { focusHeading } from './focus-heading.ts'
import { Icon } from './icon.tsx'
import { isConverting } from './is-converting.ts'
import css from './search-box.module.css'

/** Comes when somebody is about to type; a field without it searches all the same. */
const SearchSuggestions = lazy(() =>
  import('./search-suggestions.tsx').then(
    ({ SearchSuggestions }) => ({ default: SearchSuggestions }),
    () => ({ default: () => null }),
  ),
)

/**
 * Searches the list at `action` for `?q=`, without script too; `q` is what the address asks for, `rest` its query without it.
 * Enter sends nothing while kana are being converted (R15). `area` has words and pages proposed while somebody types (W34).
 */
export function SearchBox({
  action,
  label,
  q,
  rest = '',
  area,
}: {
  readonly action: string
  readonly label: string
  readonly q: string
  readonly rest?: string
  readonly area?: 'recipe' | 'fabric' | 'kit'
}) {
  const field = useRef<HTMLInputElement>(null)
  const before = useRef(q)
  const [isTyping, setIsTyping] = useState(false)
  // Follows Back and links, but keeps what was typed before hydration.
  useEffect(() => {
    if (field.current !== null && before.current !== q) field.current.value = q
    before.current = q
  }, [q])
  const { key } = useLocation()
  const hasAsked = useRef(false)
  // W25: as after a change of page. The field loses the focus, and so a phone puts its keyboard away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the address has changed
  useEffect(() => {
    if (hasAsked.current) focusHeading()
    hasAsked.current = false
  }, [key])
  return (
    <search className={css.search}>
      <Form
        action={action}
        preventScrollReset
        className={css.pill}
        onSubmit={() => {
          hasAsked.current = true
        }}
      >
        <input
          ref={field}
          type="search"
          name="q"
          aria-label={label}
          placeholder={label}
          defaultValue={q}
          enterKeyHint="search"
          maxLength={100}
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
