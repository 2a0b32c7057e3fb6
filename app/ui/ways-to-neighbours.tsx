import { Link } from 'react-router'
import { useNeighbours } from './desk-lists.tsx'
import { staysInPlace } from './open-beside.ts'
import css from './ways-to-neighbours.module.css'

/**
 * What stands beside this page in the list that she came from (W74); `of` is what the list has, such as 注文. Beside that list it says of which
 * page, and where its rows lead there.
 */
export function WaysToNeighbours({
  of,
  page,
  leads,
}: {
  readonly of: string
  readonly page?: string
  readonly leads?: (page: string) => string
}) {
  const neighbours = useNeighbours(page)
  if (neighbours === null) return null
  const { place, among } = neighbours
  const [before, after] = [neighbours.before, neighbours.after].map((to) =>
    to === undefined || leads === undefined ? to : leads(to),
  )
  const stays = leads === undefined ? {} : staysInPlace
  return (
    <nav aria-label={`一覧の前後の${of}`} className={css.neighbours}>
      {before === undefined ? null : (
        <Link to={before} rel="prev" {...stays}>
          ← 前
        </Link>
      )}
      <span>
        {place}/{among}
      </span>
      {after === undefined ? null : (
        <Link to={after} rel="next" {...stays}>
          次 →
        </Link>
      )}
    </nav>
  )
}
