import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { Icon } from './icon.tsx'
import { isConverting } from './is-converting.ts'
import css from './search-box.module.css'

/**
 * Searches the list at `action` for `?q=`, without script too; `q` is what the address asks for, `rest` its query without it.
 * Enter sends nothing while kana are being converted (R15).
 */
export function SearchBox({
  action,
  label,
  q,
  rest = '',
}: {
  readonly action: string
  readonly label: string
  readonly q: string
  readonly rest?: string
}) {
  const field = useRef<HTMLInputElement>(null)
  const before = useRef(q)
  // Follows Back and links, but keeps what was typed before hydration.
  useEffect(() => {
    if (field.current !== null && before.current !== q) field.current.value = q
    before.current = q
  }, [q])
  return (
    <search className={css.search}>
      <Form action={action} preventScrollReset className={css.pill}>
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
      </Form>
    </search>
  )
}
