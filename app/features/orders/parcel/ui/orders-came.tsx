import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { href } from '~/href.ts'
import css from './packing.module.css'

/** That orders came since the page was read, with the way to them, in the place of what stands there till then: nothing moves for it (N113). */
export function OrdersCame({ came, children }: { readonly came: number; readonly children?: ReactNode }) {
  const [search] = useSearchParams()
  const [page, size, by] = ['page', 'size', 'by'].map((name) => search.get(name) ?? '')
  return (
    <span role="status" className={css.came}>
      {came === 0 ? (
        children
      ) : (
        <>
          このあと{came}件入りました。
          <Link to={href('/admin/packing', { page, size, by })} preventScrollReset>
            一覧に入れる
          </Link>
        </>
      )}
    </span>
  )
}
