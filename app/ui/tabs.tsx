import { createPath, Link, useNavigation } from 'react-router'
import css from './tabs.module.css'

export function Tabs({
  label,
  tabs,
}: {
  readonly label: string
  readonly tabs: readonly {
    readonly to: string
    readonly name: string
    readonly isOpen: boolean
    readonly count?: number
  }[]
}) {
  const { location } = useNavigation()
  const coming = location === undefined ? undefined : createPath({ ...location, hash: '' })
  return (
    <nav aria-label={label}>
      <ul className={css.tabs}>
        {tabs.map(({ to, name, isOpen, count }) => (
          <li key={to}>
            <Link
              className={to === coming ? `${css.tab} pending` : css.tab}
              to={to}
              aria-current={isOpen ? 'page' : undefined}
              preventScrollReset
            >
              {name}
              {count === undefined ? null : (
                <>
                  {' '}
                  <span className={css.count}>{count}</span>
                </>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
