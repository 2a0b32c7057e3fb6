import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { href } from '~/href.ts'
import { JsonLd } from './json-ld.tsx'
import css from './page.module.css'
import { inPhrases } from './phrases.tsx'
import { useSiteFacts } from './site-facts.tsx'

interface Step {
  readonly name: string
  readonly to: string
}

/** `narrow` is for reading, `wide` for lists of products, `dense` brings the first products up on a phone, `steps` end with the page itself. */
export function Page({
  heading,
  steps,
  lead,
  narrow = false,
  wide = false,
  dense = false,
  children,
}: {
  readonly heading: string
  readonly steps?: readonly Step[]
  readonly lead?: ReactNode
  readonly narrow?: boolean
  readonly wide?: boolean
  readonly dense?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={`${css.page} ${narrow ? css.narrow : wide ? css.wide : ''} ${dense ? css.dense : ''}`}>
      {steps === undefined ? null : <Breadcrumb steps={steps} />}
      <div className={css.head}>
        <h1>{inPhrases(heading)}</h1>
        {lead === undefined ? null : <div className={css.lead}>{lead}</div>}
      </div>
      {children}
    </div>
  )
}

const home: Step = { name: 'ホーム', to: href('/') }

function Breadcrumb({ steps }: { readonly steps: readonly Step[] }) {
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
        data={
          import.meta.env.SSR && {
            '@type': 'BreadcrumbList',
            itemListElement: way.map(({ name, to }, at) => ({
              '@type': 'ListItem',
              position: at + 1,
              name,
              item: `${site.origin}${to}`,
            })),
          }
        }
      />
    </nav>
  )
}
