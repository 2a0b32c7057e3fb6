import { useCallback, useEffect, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { Button } from '~/ui/button.tsx'
import css from './name-filter.module.css'

interface NameFilterProps {
  readonly names: readonly string[]
  /** '' is すべて. */
  readonly name: string
  /** `name` is no name of a fabric but what was searched for (P25). */
  readonly searched: boolean
}

/** The filter by name (P6): with script it changes the list at once, without it has a button. */
export function NameFilter({ names, name, searched }: NameFilterProps) {
  const submit = useSubmit()
  const select = useRef<HTMLSelectElement>(null)
  const isHydrated = useRef(false)
  const choose = useCallback(
    (chosen: string) => submit(listOf(chosen), { action: '/all-products', preventScrollReset: true }),
    [submit],
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
    <Form method="get" action="/all-products" preventScrollReset className={css.filter}>
      <label htmlFor="name-filter" className={css.label}>
        生地名でしぼり込む
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
      <noscript>
        <Button type="submit" look="secondary">
          表示する
        </Button>
      </noscript>
    </Form>
  )
}

const listOf = (name: string): Record<string, string> => (name === '' ? {} : { name })

/** Finds names that the filter does not offer (P25), without script too; `searched` is what the address asks for. */
export function NameSearch({ searched }: { readonly searched: string }) {
  const field = useRef<HTMLInputElement>(null)
  const before = useRef(searched)
  // Follows Back and the filter, but keeps what was typed before hydration.
  useEffect(() => {
    if (field.current !== null && before.current !== searched) field.current.value = searched
    before.current = searched
  }, [searched])
  return (
    <Form method="get" action="/all-products" preventScrollReset role="search" className={css.filter}>
      <label htmlFor="name-search" className={css.label}>
        生地名で探す
      </label>
      <span className={css.field}>
        <input
          ref={field}
          id="name-search"
          type="search"
          name="name"
          className={css.search}
          defaultValue={searched}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button type="submit" look="secondary">
          探す
        </Button>
      </span>
    </Form>
  )
}
