import type { ReactNode } from 'react'
import { safeLink } from '~/kernel/links.ts'
import { Icon } from './icon.tsx'
import css from './out-link.module.css'

/** To another site, in a new tab: https only, else nothing is rendered (P12). `rel` adds words such as `sponsored`. */
export function OutLink({
  href,
  rel,
  children,
}: {
  readonly href: string | null | undefined
  readonly rel?: string
  readonly children: ReactNode
}) {
  const address = safeLink(href)
  if (address === null) return null
  return (
    <a
      className={css.link}
      href={address}
      target="_blank"
      rel={['noopener', 'noreferrer', rel].filter(Boolean).join(' ')}
    >
      {children}
      {/* A word joiner keeps the icon on the line of the last letter. */}
      {'\u2060'}
      <Icon name="outside" size={16} />
      <span className="visually-hidden">（外部サイトを新しいタブで開きます）</span>
    </a>
  )
}
