import { createContext, use } from 'react'
import { preload } from 'react-dom'
import { useLocation, useNavigation } from 'react-router'
import { href, isAt } from '~/href.ts'
import { usePageNonce } from './page-nonce.ts'

/** Of what all pages use, of each area, of the pages of one product and of an order, and of a member's own pages. */
type SheetName = 'every-page' | 'shop' | 'product' | 'order' | 'gallery' | 'member' | 'desk'

/** Their addresses. */
export type StyleSheets = Readonly<Record<SheetName, string>>

const StyleTextContext = createContext<(address: string) => string>(() => '')

/** How the server, while it renders, finds the text of a style sheet. */
export const StyleText = StyleTextContext.Provider

/** The pages where members write and manage their accounts, and the admin's. */
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

/** The sheets of the page at a path, in the order of their rules (app/routes.ts). */
export const sheetsOf = (path: string): readonly SheetName[] => {
  // Any spelling that the router understands: /Kits/ is drawn as /kits.
  const plain = path.toLowerCase().replace(/\/+$/, '') || '/'
  if (isMemberPage(plain)) return ['every-page', 'gallery', 'member']
  // Prints the delivery notes that the page of an order prints.
  if (plain === href('/admin/packing/print')) return ['every-page', 'desk', 'order']
  // Photographs are chosen there as members choose theirs.
  if (isAt(plain, ['/admin/products/new', '/admin/products/:number', '/admin/lists/:list/:id']))
    return ['every-page', 'desk', 'member']
  if (/^\/admin(\/|$)/.test(plain)) return ['every-page', 'desk']
  if (/^\/gallery(\/|$)/.test(plain)) return ['every-page', 'gallery']
  if (isAt(plain, ['/all-products/:number', '/kits/:number', '/wishlist', '/compare']))
    return ['every-page', 'shop', 'product']
  return isAt(plain, ['/order/:token', '/success']) ? ['every-page', 'shop', 'order'] : ['every-page', 'shop']
}

/**
 * The style sheets of the page that is shown: the first page has them in itself, so that its first paint waits for nothing. What
 * another page lacks is linked; it is asked for with the page's module and data, React shows no page before it is there, and it
 * stays.
 */
export function PageStyles({ sheets }: { readonly sheets: StyleSheets }) {
  const { pathname } = useLocation()
  const next = useNavigation().location
  const nextSheets = next === undefined ? [] : sheetsOf(next.pathname).map((name) => sheets[name])
  for (const address of nextSheets) if (!isInPage(address)) preload(address, { as: 'style' })
  return sheetsOf(pathname).map((name) => <StyleSheet key={name} address={sheets[name]} precedence={name} />)
}

function StyleSheet({ address, precedence }: { readonly address: string; readonly precedence: string }) {
  const textOf = use(StyleTextContext)
  const nonce = usePageNonce()
  if (!isInPage(address)) return <link rel="stylesheet" href={address} precedence={precedence} />
  // React finds it by its href and leaves it as it is.
  return (
    <style href={address} precedence={precedence} nonce={nonce}>
      {textOf(address)}
    </style>
  )
}

const isInPage = (address: string) =>
  import.meta.env.SSR || document.querySelector(`style[data-href="${address}"]`) !== null
