import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { ordersPerPage, type PackingView } from '../rules.ts'
import css from './packing.module.css'

/** The ways to the pages beside this one; nothing where there is one page. `to` gives the address of a page, from 1. */
export function PageLinks({
  label,
  page,
  pages,
  to,
}: {
  readonly label: string
  readonly page: number
  readonly pages: number
  readonly to: (page: number) => string
}) {
  if (pages === 1) return null
  return (
    <nav aria-label={label} className={`row-2 ${css.ways}`}>
      {page === 1 ? null : (
        <ButtonLink look="quiet" to={to(page - 1)}>
          前のページ
        </ButtonLink>
      )}
      {page === pages ? null : (
        <ButtonLink look="quiet" to={to(page + 1)}>
          次のページ
        </ButtonLink>
      )}
    </nav>
  )
}

/** The typed parameter of a page; '' for the first one. */
export const pageParameter = (page: number): string => (page === 1 ? '' : String(page))

/** 発送作業 as it is shown; its usual size is said only where another one may have been seen on this device. */
export const packingAddress = ({
  page = 1,
  size,
  by = 'order',
  done = '',
  saysSize = false,
}: {
  readonly page?: number
  readonly size: number
  readonly by?: PackingView
  readonly done?: string
  readonly saysSize?: boolean
}): string =>
  href('/admin/packing', {
    page: pageParameter(page),
    size: saysSize || size !== ordersPerPage ? String(size) : '',
    by: by === 'order' ? '' : by,
    done,
  })
