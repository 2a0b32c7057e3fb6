import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { Button } from '~/ui/button.tsx'
import css from './name-filter.module.css'

/** Finds names that the filter does not offer (P25), with and without script. `searched` is what the address asks for. */
export function NameSearch({ searched }: { readonly searched: string }) {
  const field = useRef<HTMLInputElement>(null)
  const before = useRef(searched)
  // Back, and a choice in the filter, change the address without this field. What was typed before the script came stays.
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
