import { Link } from 'react-router'
import { useNeighbours } from './desk-lists.tsx'
import css from './ways-to-neighbours.module.css'

/** What stands beside this page in the list that she came from (W74); `of` is what the list has, such as 注文. */
export function WaysToNeighbours({ of }: { readonly of: string }) {
  const neighbours = useNeighbours()
  if (neighbours === null) return null
  const { before, after, place, among } = neighbours
  return (
    <nav aria-label={`一覧の前後の${of}`} className={css.neighbours}>
      {before === undefined ? null : (
        <Link to={before} rel="prev">
          ← 前
        </Link>
      )}
      <span>
        {place}/{among}
      </span>
      {after === undefined ? null : (
        <Link to={after} rel="next">
          次 →
        </Link>
      )}
    </nav>
  )
}
