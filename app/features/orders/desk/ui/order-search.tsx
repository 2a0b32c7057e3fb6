import { Form, Link } from 'react-router'
import { href } from '~/href.ts'
import { Button } from '~/ui/button.tsx'
import { DeskMore } from '~/ui/desk-page.tsx'
import { SearchBox } from '~/ui/search-box.tsx'
import type { ListState } from '../rules.ts'
import css from './order-desk.module.css'

/** Uses links and a form, so that it works without script. */
export function OrderSearch({
  chips,
  state,
  q,
  from,
  to,
}: {
  readonly chips: readonly { readonly state: ListState; readonly name: string; readonly count?: number }[]
  readonly state: ListState
  readonly q: string
  readonly from: string
  readonly to: string
}) {
  return (
    <div className="stack-3">
      <SearchBox action={href('/admin/orders')} label="番号・名前・電話・管理番号など" q={q} />
      <nav aria-label="注文の種類">
        <ul className="row-2">
          {chips.map((chip) => (
            <li key={chip.state}>
              <Link
                to={href('/admin/orders', { state: chip.state, q, from, to })}
                className={css.chip}
                aria-current={chip.state === state ? 'true' : undefined}
              >
                {chip.name}
                {chip.count ? <span className={css.count}>{chip.count}</span> : null}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <DeskMore name="日付でしぼる" isOpen={from !== '' || to !== ''}>
        <Form action={href('/admin/orders')} className={css.dateForm}>
          <input type="hidden" name="state" value={state} />
          {q === '' ? null : <input type="hidden" name="q" value={q} />}
          <label>
            <span>から</span>
            <input type="date" name="from" defaultValue={from} key={`from ${from}`} />
          </label>
          <label>
            <span>まで</span>
            <input type="date" name="to" defaultValue={to} key={`to ${to}`} />
          </label>
          <Button type="submit" look="secondary">
            しぼる
          </Button>
        </Form>
      </DeskMore>
    </div>
  )
}
