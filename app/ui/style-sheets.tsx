import { preload } from 'react-dom'
import { useLocation, useNavigation } from 'react-router'
import { href, isAt, isBelow } from '~/href.ts'

/** For all pages, each area, one product's pages, an order's, and members' own. */
type SheetName = 'every-page' | 'shop' | 'product' | 'order' | 'gallery' | 'member' | 'desk'

const isMemberPage = (path: string): boolean =>
  isAt(path, [
    '/gallery/upload',
    '/gallery/login',
    '/gallery/logout',
    '/gallery/reset/:token',
    '/gallery/confirm/:purpose/:token',
    '/gallery/mypage',
    '/gallery/mypage/email',
    '/gallery/mypage/password',
    '/gallery/mypage/passkeys',
    '/gallery/mypage/delete',
    '/gallery/mypage/favourites',
    '/gallery/mypage/devices',
    '/gallery/mypage/verification',
    '/gallery/recipe-edit/:recipeId',
    '/gallery/profile-edit',
    '/gallery/report/:kind/:thingId',
    '/gallery/admin',
  ])

/** In the order of their rules. */
export const styleSheetsOf = (path: string): readonly SheetName[] => {
  // The router accepts other spellings, such as /Kits/.
  const plain = path.toLowerCase().replace(/\/+$/, '') || '/'
  if (isMemberPage(plain)) return ['every-page', 'gallery', 'member']
  // It prints delivery notes like the page of an order.
  if (plain === href('/admin/packing/print')) return ['every-page', 'desk', 'order']
  // Photographs are chosen there as members choose theirs.
  if (isAt(plain, ['/admin/products/new', '/admin/products/:number', '/admin/lists/:list/:id']))
    return ['every-page', 'desk', 'member']
  if (isBelow(plain, '/admin')) return ['every-page', 'desk']
  if (isBelow(plain, '/gallery')) return ['every-page', 'gallery']
  if (isAt(plain, ['/all-products/:number', '/kits/:number', '/wishlist', '/compare']))
    return ['every-page', 'shop', 'product']
  return isAt(plain, ['/order/:token', '/success']) ? ['every-page', 'shop', 'order'] : ['every-page', 'shop']
}

/**
 * The sheets that did not come with the first page, whose file holds all of its own (docs/decisions/0164): React shows no page before its
 * sheets have come.
 */
export const PageStyles = import.meta.env.SSR ? () => null : LaterStyles

function LaterStyles() {
  const { pathname } = useLocation()
  const next = useNavigation().location
  const nextNames = next === undefined ? [] : styleSheetsOf(next.pathname)
  for (const name of nextNames) if (!cameWithPage(name)) preload(addressOf(name), { as: 'style' })
  return styleSheetsOf(pathname)
    .filter((name) => !cameWithPage(name))
    .map((name) => <link key={name} rel="stylesheet" href={addressOf(name)} precedence={name} />)
}

const cameWithPage = (name: SheetName): boolean =>
  document.querySelector(`link[data-sheets~="${name}"]:not([data-failed])`) !== null

/** All sheets of a build have the hash of the file that came with the first page (scripts/area-sheets.js). */
const addressOf = (name: SheetName): string => {
  const file = document.querySelector('link[data-precedence="page"]')?.getAttribute('href') ?? ''
  return `/assets/${name}-${file.slice(-'hash1234.css'.length)}`
}
