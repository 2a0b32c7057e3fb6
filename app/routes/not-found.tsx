import { data, useLocation } from 'react-router'
import { href } from '~/href.ts'
import { ErrorPage } from '~/ui/error-page.tsx'

/** A real 404, in the frame of the shop or of the gallery (P10, P22). */
export const loader = () => data(null, { status: 404 })

export default function NotFound() {
  const { pathname } = useLocation()
  return <ErrorPage status={404} frame={pathname.startsWith(href('/gallery')) ? 'gallery' : 'shop'} />
}
