import type { ButtonHTMLAttributes, MouseEventHandler, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router'
import css from './button.module.css'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger' | 'icon'

const classOf = (look: ButtonLook, wide: boolean) =>
  [css.button, css[look], wide ? css.wide : ''].filter(Boolean).join(' ')

interface Looks {
  readonly look?: ButtonLook
  readonly wide?: boolean
  readonly children: ReactNode
}

/** `look: 'icon'` is square: give it an aria-label. */
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

export function ButtonLink({
  look = 'primary',
  wide = false,
  ...rest
}: Looks & Omit<LinkProps, 'className' | 'style'>) {
  return <Link className={classOf(look, wide)} {...rest} />
}

/** Leads to a place of this page (W49). */
export function ButtonWithinPage({
  look = 'primary',
  wide = false,
  ...rest
}: Looks & { readonly href: `#${string}`; readonly onClick?: MouseEventHandler }) {
  return <a className={classOf(look, wide)} {...rest} />
}

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
