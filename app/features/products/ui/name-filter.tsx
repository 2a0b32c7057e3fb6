import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { Form, Link, useNavigate } from 'react-router'
import { href } from '~/href.ts'
import { queryOf } from '~/kernel/list-address.ts'
import { Button } from '~/ui/button.tsx'
import type { FilterNames } from '../search.rules.ts'
import css from './name-filter.module.css'

/** Changes the list at once with script, by a button without (P6). Many names come when it is about to be opened (S38). */
export function NameFilter({
  filter,
  name,
  rest,
  searched,
}: {
  readonly filter: FilterNames
  /** '' means すべて. */
  readonly name: string
  /** The address's query without the name. */
  readonly rest: string
  /** `name` is unknown and was searched for instead (P25). */
  readonly searched: boolean
}) {
  const navigate = useNavigate()
  const select = useRef<HTMLSelectElement>(null)
  const isHydrated = useRef(false)
  const { names, isReading, failure, read } = useNames(filter, select)
  const choose = useCallback(
    (chosen: string) => {
      const query = new URLSearchParams(rest)
      if (chosen !== '') query.set('name', chosen)
      void navigate(href('/all-products') + queryOf(query), { preventScrollReset: true })
    },
    [navigate, rest],
  )

  // A choice made before hydration counts; later the field follows the address, which Back and もっと見る change.
  useEffect(() => {
    const field = select.current
    if (field === null) return
    if (!isHydrated.current && field.value !== name) choose(field.value)
    else field.value = name
    isHydrated.current = true
  }, [name, choose])

  const isOfNone = name !== '' && !names.includes(name)
  // One list, in which the chosen option stays the same element when the others come in around it.
  const options = isOfNone ? [name, ...names] : names
  return (
    <Form
      method="get"
      action={href('/all-products')}
      preventScrollReset
      className={css.filter}
      onPointerEnter={read}
    >
      <label htmlFor="name-filter" className={css.label}>
        生地名でしぼりこむ
      </label>
      <select
        ref={select}
        id="name-filter"
        name="name"
        className={css.select}
        defaultValue={name}
        // On reload a browser may restore an old choice, which would count as made.
        autoComplete="off"
        onFocus={read}
        onPointerDown={read}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="">すべて</option>
        {options.map((each) => (
          <option key={each} value={each}>
            {isOfNone && searched && each === name ? `「${name}」で探した結果` : each}
          </option>
        ))}
        {filter.hasMore && names.length === 0 ? (
          <option disabled>
            {isReading ? 'ほかの名前を読み込んでいます…' : 'ほかの名前は、生地名の一覧にあります'}
          </option>
        ) : null}
      </select>
      {[...new URLSearchParams(rest)].map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <noscript>
        <Button type="submit" look="secondary">
          表示する
        </Button>
      </noscript>
      {filter.hasMore ? (
        <div className={css.others}>
          <p role="status">{failure === null ? '' : failures[failure]}</p>
          {failure === null ? null : (
            <Button
              look="secondary"
              aria-disabled={isReading}
              onClick={async () => {
                if (isReading) return
                // The button goes with the failure, so the focus goes on to what it was about.
                if (await read('again')) select.current?.focus()
              }}
            >
              {isReading ? '読み込んでいます…' : 'もう一度読み込む'}
            </Button>
          )}
          <Link to={href('/fabric-names')} className="tap">
            生地名の一覧を見る
          </Link>
        </div>
      ) : null}
    </Form>
  )
}

const failures = {
  failed: 'お店の側の不具合で、ほかの生地名を読み込めませんでした。',
  offline: '通信エラーで、ほかの生地名を読み込めませんでした。',
} as const

type Failure = keyof typeof failures

interface Names {
  readonly names: readonly string[]
  readonly isReading: boolean
  readonly failure: Failure | null
  /** Reads once; 'again' after a failure. Whether the names have come. */
  readonly read: (when?: unknown) => Promise<boolean>
}

const readLimitMs = 15_000

const readNames = async (): Promise<readonly string[] | Failure> => {
  try {
    const response = await fetch(href('/api/fabric-names'), { signal: AbortSignal.timeout(readLimitMs) })
    if (!response.ok) return 'failed'
    const read: unknown = await response.json()
    return Array.isArray(read) ? read.filter((one) => typeof one === 'string') : 'failed'
  } catch {
    return 'offline'
  }
}

/**
 * The names of the page, or those of the shop once the choice is near: under the pointer, focused, or, where nothing hovers, on the screen.
 * A picker that is open shows what it had when it was opened (docs/decisions/0168).
 */
const useNames = (
  { names, hasMore }: FilterNames,
  select: { readonly current: HTMLSelectElement | null },
): Names => {
  const [others, setOthers] = useState<readonly string[] | null>(null)
  const [isReading, setIsReading] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const isAsked = useRef(false)
  const read = useCallback(
    async (when?: unknown): Promise<boolean> => {
      if (!hasMore || (isAsked.current && when !== 'again')) return false
      isAsked.current = true
      setIsReading(true)
      const answer = await readNames()
      const isFailed = typeof answer === 'string'
      // Thousands of options are made between what else the page does.
      startTransition(() => {
        setIsReading(false)
        setFailure(isFailed ? answer : null)
        if (!isFailed) setOthers(answer)
      })
      return !isFailed
    },
    [hasMore],
  )
  useEffect(() => {
    const field = select.current
    if (field === null || !hasMore) return
    // It may have got the focus before the script came.
    if (document.activeElement === field) void read()
    if (window.matchMedia('(hover: hover)').matches) return
    const near = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) void read()
    })
    near.observe(field)
    return () => near.disconnect()
  }, [hasMore, read, select])
  return { names: (hasMore ? others : null) ?? names, isReading, failure, read }
}
