import { Link } from 'react-router'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { numberInAddress } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { formatNumber } from '~/kernel/money.ts'
import { inPhrases } from '~/ui/phrases.tsx'
import { SearchBox } from '~/ui/search-box.tsx'
import { badgesOf, type DeskProductRow, productStates, toDoState } from '../rules.ts'
import css from './product-desk.module.css'

/** Paths beside those of products; a product with such a number gets a ~ behind it. */
const otherPages: readonly string[] = ['new', 'file', 'kit-order', 'choices', 'several']

export const deskProductPath = (number: string, done?: string): string =>
  href('/admin/products/:number', {
    number: otherPages.includes(number) ? `${number}~` : numberInAddress(number),
    done,
  })

/** Filters of the list; links and a form that work without script. */
export function ProductSearch({
  q,
  state,
  chosen,
  toDo,
}: {
  readonly q: string
  readonly state: string
  /** Null for the default, which a search gives up for all products. */
  readonly chosen: string | null
  /** Things to do, null for who does not see them (N93). */
  readonly toDo: number | null
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
    </div>
  )
}

/** The shop's own and the feed's products together, fabrics before kits. */
export function ProductList({ rows }: { readonly rows: readonly DeskProductRow[] }) {
  return (
    <ul className={css.rows}>
      {rows.map((row) => (
        <li key={row.number}>
          <Link to={deskProductPath(row.number)} className={css.row}>
            <Picture url={row.picture} alt="" sizes="56px" side={56} />
            <span>
              <strong>{row.number}</strong> {inPhrases(nameWithColour(row))}
              <span className={css.badges}>
                {badgesOf(row).map((badge) => (
                  <span key={badge} className={css.badge}>
                    {badge}
                  </span>
                ))}
              </span>
            </span>
            <span className={css.price}>
              {row.price === null ? '価格確認中' : `${formatNumber(row.price)}円`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
