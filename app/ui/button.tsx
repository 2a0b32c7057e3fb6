import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router'
import css from './button.module.css'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'icon'

const classOf = (look: ButtonLook, wide: boolean) =>
  [css.button, css[look], wide ? css.wide : ''].filter(Boolean).join(' ')

interface Looks {
  readonly look?: ButtonLook
  readonly wide?: boolean
  readonly children: ReactNode
}

/** A button that does something. `look: 'icon'` is a square one: give it an aria-label. */
export function Button({
  look = 'primary',
  wide = false,
  type = 'button',
  ...rest
}: Looks &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> & {
    readonly ref?: Ref<HTMLButtonElement> | undefined
  }) {
  return <button type={type} className={classOf(look, wide)} {...rest} />
}

/** A link within the site that looks like a button. */
export function ButtonLink({
  look = 'primary',
  wide = false,
  ...rest
}: Looks & Omit<LinkProps, 'className' | 'style'>) {
  return <Link className={classOf(look, wide)} {...rest} />
}

/** A link to another site that looks like a button: a new tab, without a handle on ours. `rel` may add more words. */
export function ButtonOutLink({
  look = 'secondary',
  wide = false,
  href,
  rel,
  children,
}: Looks & { href: string; rel?: string }) {
  return (
    <a
      className={classOf(look, wide)}
      href={href}
      target="_blank"
      rel={`noopener noreferrer${rel ? ` ${rel}` : ''}`}
    >
      {children}
      <span className="visually-hidden">（新しいタブで開きます）</span>
    </a>
  )
}
