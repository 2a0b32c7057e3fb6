import { index, layout, type RouteConfigEntry, route } from '@react-router/dev/routes'
import type { Address } from './address-kinds.ts'
import { addresses } from './addresses.ts'

const rows = Object.entries(addresses).filter(
  ([, { onlyInDevelopment }]) => import.meta.env.DEV || !onlyInDevelopment,
)

const isShared = (file: string) => rows.filter(([, row]) => row.file === file).length > 1

const idOf = (path: string, file: string) => (isShared(file) ? { id: path } : {})

const shownWithin = (page: string): RouteConfigEntry[] =>
  rows
    .filter(([, { within }]) => within === page)
    .map(([path, { file }]) => route(path.slice(page.length + 1), file, idOf(path, file)))

const routesIn = (frame: Address['frame']): RouteConfigEntry[] =>
  rows
    .filter(([, row]) => row.frame === frame && row.within === undefined)
    .map(([path, { file }]) =>
      path === '/' ? index(file) : route(path.slice(1), file, idOf(path, file), shownWithin(path)),
    )

export default [
  layout('layouts/shop-layout.tsx', routesIn('shop')),
  layout('layouts/gallery-layout.tsx', routesIn('gallery')),
  layout('layouts/desk-layout.tsx', routesIn('desk')),
  ...routesIn(null),
]
