import { createContext, use } from 'react'
import { preload } from 'react-dom'
import { useLocation, useNavigation } from 'react-router'
import { href, isAt, isBelow } from '~/href.ts'
import { usePageNonce } from './page-nonce.ts'

/** For all pages, each area, one product's pages, an order's, and members' own. */
type SheetName = 'every-page' | 'shop' | 'product' | 'order' | 'gallery' | 'member' | 'desk'

export type StyleSheets = Readonly<Record<SheetName, string>>

const StyleTextContext = createContext<(address: string) => string>(() => '')

export const StyleText = StyleTextContext.Provider

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
    '/gallery/mypage/delete',
    '/gallery/mypage/favourites',
    '/gallery/mypage/devices',
    '/gallery/mypage/verification',
    '/gallery/recipe-edit/:recipeId',
    '/gallery/profile-edit',
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

/** Inline on the first page, so that its paint waits for nothing; linked and preloaded for later pages. */
export function PageStyles({ sheets }: { readonly sheets: StyleSheets }) {
  const { pathname } = useLocation()
  const next = useNavigation().location
  const nextSheets = next === undefined ? [] : styleSheetsOf(next.pathname).map((name) => sheets[name])
  for (const address of nextSheets) if (!isInPage(address)) preload(address, { as: 'style' })
  return styleSheetsOf(pathname).map((name) => (
    <StyleSheet key={name} address={sheets[name]} precedence={name} />
  ))
}

function StyleSheet({ address, precedence }: { readonly address: string; readonly precedence: string }) {
  const textOf = use(StyleTextContext)
  const nonce = usePageNonce()
  if (!isInPage(address)) return <link rel="stylesheet" href={address} precedence={precedence} />
  // React finds it by its href and leaves it unchanged.
  return (
    <style href={address} precedence={precedence} nonce={nonce}>
      {textOf(address)}
    </style>
  )
}

const isInPage = (address: string) =>
  import.meta.env.SSR || document.querySelector(`style[data-href="${address}"]`) !== null
