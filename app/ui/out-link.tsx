import type { ReactNode } from 'react'
import { safeLink, webLink } from '~/kernel/links.ts'
import { Icon } from './icon.tsx'
import css from './out-link.module.css'

/** Opens in a new tab: https only, or http with `plainHttp` (P12, R9); otherwise nothing is rendered. `rel` adds words. */
export function OutLink({
  href,
  rel,
  plainHttp = false,
  children,
}: {
  readonly href: string | null | undefined
  readonly plainHttp?: boolean
  readonly rel?: string
  readonly children: ReactNode
}) {
  const address = plainHttp ? webLink(href) : safeLink(href)
  if (address === null) return null
  return (
    <a
      className={css.link}
      href={address}
      target="_blank"
      rel={['noopener', 'noreferrer', rel].filter(Boolean).join(' ')}
    >
      {children}
      {/* The word joiner keeps the icon on the line of the last letter. */}
      {'\u2060'}
      <Icon name="outside" size={16} />
      <span className="visually-hidden">（外部サイトを新しいタブで開きます）</span>
    </a>
  )
}
