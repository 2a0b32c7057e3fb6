import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { href } from '~/href.ts'
import { SearchBox } from '~/ui/search-box.tsx'
import { productStates, toDoState } from '../rules.ts'
import css from './product-desk.module.css'

/** Filters of the list; links and a form that work without script. */
export function ProductSearch({
  q,
  state,
  chosen,
  toDo,
  children,
}: {
  readonly q: string
  readonly state: string
  /** Null for the default, which a search gives up for all products. */
  readonly chosen: string | null
  /** Things to do, null for who does not see them (N93). */
  readonly toDo: number | null
  readonly children?: ReactNode
}) {
  const chips = [
    ...(toDo === null ? [] : [{ state: toDoState, name: `用事 ${toDo}`, q: '' }]),
    ...productStates.map((name) => ({ state: name, name, q })),
    { state: 'all', name: 'すべて', q },
  ]
  return (
    <div className="stack-3">
      <SearchBox
        action={href('/admin/products')}
        label="管理番号・名前など"
        q={q}
        rest={chosen === null ? '' : `state=${chosen}`}
      />
      <nav aria-label="商品の種類">
        <ul className="row-2">
          {chips.map((chip) => (
            <li key={chip.state}>
              <Link
                to={href('/admin/products', { q: chip.q, state: chip.state })}
                className={css.chip}
                aria-current={chip.state === state ? 'true' : undefined}
              >
                {chip.name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  )
}
