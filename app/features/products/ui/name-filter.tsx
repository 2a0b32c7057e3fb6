import { useCallback, useEffect, useRef } from 'react'
import { Form, useNavigate } from 'react-router'
import { href, queryOf } from '~/href.ts'
import { Button } from '~/ui/button.tsx'
import css from './name-filter.module.css'

/** The filter by name (P6): with script it changes the list at once, without it has a button. */
export function NameFilter({
  names,
  name,
  rest,
  searched,
}: {
  readonly names: readonly string[]
  /** '' is すべて. */
  readonly name: string
  /** The query of the address without the name. */
  readonly rest: string
  /** `name` is no name of a fabric but what was searched for (P25). */
  readonly searched: boolean
}) {
  const navigate = useNavigate()
  const select = useRef<HTMLSelectElement>(null)
  const isHydrated = useRef(false)
  const choose = useCallback(
    (chosen: string) => {
      const query = new URLSearchParams(rest)
      if (chosen !== '') query.set('name', chosen)
      void navigate(href('/all-products') + queryOf(query), { preventScrollReset: true })
    },
    [navigate, rest],
  )

  // A choice made before hydration counts. Later the field follows the address, which Back and もっと見る change too.
  useEffect(() => {
    const field = select.current
    if (field === null) return
    if (!isHydrated.current && field.value !== name) choose(field.value)
    else field.value = name
    isHydrated.current = true
  }, [name, choose])

  return (
    <Form method="get" action={href('/all-products')} preventScrollReset className={css.filter}>
      <label htmlFor="name-filter" className={css.label}>
        生地名でしぼりこむ
      </label>
      <select
        ref={select}
        id="name-filter"
        name="name"
        className={css.select}
        defaultValue={name}
        // A browser that fills in an old choice on reload would choose what nobody chose.
        autoComplete="off"
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="">すべて</option>
        {name === '' || names.includes(name) ? null : (
          <option value={name}>{searched ? `「${name}」で探した結果` : name}</option>
        )}
        {names.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      {[...new URLSearchParams(rest)].map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <noscript>
        <Button type="submit" look="secondary">
          表示する
        </Button>
      </noscript>
    </Form>
  )
}
