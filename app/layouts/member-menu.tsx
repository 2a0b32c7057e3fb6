import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import type { MemberFace } from '~/features/accounts/profile/rules.ts'
import { LogoutForm } from '~/features/accounts/ui/logout-form.tsx'
import { href } from '~/href.ts'
import css from './gallery-header.module.css'

/** Works without script; with script, a press elsewhere, Escape and navigation close it. */
export function MemberMenu({
  viewer: { name, initial, photo },
  curates,
}: {
  readonly viewer: MemberFace
  readonly curates: boolean
}) {
  const menu = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history closes it
  useEffect(() => {
    if (menu.current) menu.current.open = false
  }, [key])
  useEffect(() => {
    const close = (event: Event) => {
      const { current } = menu
      if (!current?.open) return
      const isEscape = event instanceof KeyboardEvent
      if (isEscape ? event.key !== 'Escape' : event.target instanceof Node && current.contains(event.target))
        return
      current.open = false
      if (isEscape) current.querySelector('summary')?.focus()
    }
    document.addEventListener('click', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('click', close)
      document.removeEventListener('keydown', close)
    }
  }, [])
  return (
    <details ref={menu} className={css.member}>
      <summary className={css.circle} aria-label="会員メニュー">
        {photo === null ? (
          <span aria-hidden="true">{initial}</span>
        ) : (
          <img src={photo} alt="" width="36" height="36" />
        )}
      </summary>
      <div className={css.menu}>
        <p className={css.name}>{name} さん</p>
        <ul className={css.items}>
          <li>
            <Link to={href('/gallery/mypage')} className={css.item}>
              マイページ
            </Link>
          </li>
          {curates ? (
            <li>
              <Link to={href('/gallery/admin')} className={css.item}>
                ギャラリーの管理
              </Link>
            </li>
          ) : null}
          <li>
            <LogoutForm>
              <button type="submit" className={css.item}>
                ログアウト
              </button>
            </LogoutForm>
          </li>
        </ul>
      </div>
    </details>
  )
}
