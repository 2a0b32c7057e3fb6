import { index, layout, type RouteConfigEntry, route } from '@react-router/dev/routes'
import type { Address } from './address-kinds.ts'
import { addresses } from './addresses.ts'

const rows = Object.entries(addresses).filter(
  ([, { onlyInDevelopment }]) => import.meta.env.DEV || !onlyInDevelopment,
)

const isShared = (file: string) => rows.filter(([, row]) => row.file === file).length > 1

const routesIn = (frame: Address['frame']): RouteConfigEntry[] =>
  rows
    .filter(([, row]) => row.frame === frame)
    .map(([path, { file }]) =>
      path === '/' ? index(file) : route(path.slice(1), file, isShared(file) ? { id: path } : {}),
    )

export default [
  layout('layouts/shop-layout.tsx', routesIn('shop')),
  layout('layouts/gallery-layout.tsx', routesIn('gallery')),
  layout('layouts/desk-layout.tsx', routesIn('desk')),
  ...routesIn(null),
]
