import { Link } from 'react-router'
import css from './breadcrumb.module.css'
import { JsonLd } from './json-ld.tsx'
import { useSiteFacts } from './site-facts.tsx'

/** One step of the way to a page; `to` is a path of ours. */
export interface Step {
  readonly name: string
  readonly to: string
}

const home: Step = { name: 'ホーム', to: '/' }

/** The way from the home page to this one, for readers and as BreadcrumbList. The last of `steps` is the page itself. */
export function Breadcrumb({ steps }: { readonly steps: readonly Step[] }) {
  const site = useSiteFacts()
  const way = [home, ...steps]
  return (
    <nav aria-label="現在の位置" className={css.way}>
      <ol className={css.steps}>
        {way.map(({ name, to }, at) => (
          <li key={to}>
            {at === way.length - 1 ? <span aria-current="page">{name}</span> : <Link to={to}>{name}</Link>}
          </li>
        ))}
      </ol>
      <JsonLd
        data={{
          '@type': 'BreadcrumbList',
          itemListElement: way.map(({ name, to }, at) => ({
            '@type': 'ListItem',
            position: at + 1,
            name,
            item: `${site.origin}${to}`,
          })),
        }}
      />
    </nav>
  )
}
