import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { addresses } from '~/addresses.ts'
import { styleSheetsOf } from '~/ui/style-sheets.tsx'
import routes from '../app/routes.ts'
import { sheetOf, sheetsOfPages } from '../scripts/area-sheets.js'
import { readableClassName, shortClassNames } from '../scripts/class-names.js'
import { clientChunks, sheetOfEntry } from '../scripts/client-chunks.js'

interface Module {
  readonly importers: string[]
  readonly dynamicImporters?: string[]
  readonly isEntry?: boolean
}

const sheetIn = (modules: Record<string, Module>) =>
  sheetOf(
    'a.css',
    {
      getModuleInfo: (id) => {
        const module = modules[id]
        return module ? { dynamicImporters: [], isEntry: false, ...module } : null
      },
    },
    (entry) => (entry === 'root' ? undefined : entry.replace(/\d/, '')),
  )

const page = { importers: [], isEntry: true }

test.each([
  ['a page of it', 'shop', { 'a.css': { importers: ['shop1'] }, shop1: page }],
  [
    'a part of several of its pages',
    'gallery',
    {
      'a.css': { importers: ['part'] },
      part: { importers: ['gallery1', 'gallery2'] },
      gallery1: page,
      gallery2: page,
    },
  ],
  [
    'a part on demand',
    'shop',
    {
      'a.css': { importers: ['part'] },
      part: { importers: [], dynamicImporters: ['shop1'] },
      shop1: page,
    },
  ],
  [
    'a page of an order and a page of the shop',
    'shop',
    { 'a.css': { importers: ['order1', 'shop1'] }, order1: page, shop1: page },
  ],
  [
    'the pages of an order',
    'order',
    { 'a.css': { importers: ['order1', 'order2'] }, order1: page, order2: page },
  ],
])('a style belongs to the one area that brings it: %s', (_, area, modules) => {
  expect(sheetIn(modules)).toBe(area)
})

test.each([
  ['both areas', { 'a.css': { importers: ['shop1', 'gallery1'] }, shop1: page, gallery1: page }],
  [
    'one area, and the other on demand',
    {
      'a.css': { importers: ['shop1'], dynamicImporters: ['gallery1'] },
      shop1: page,
      gallery1: page,
    },
  ],
  ['what stands around all pages', { 'a.css': { importers: ['root'] }, root: page }],
  [
    'what stands around all pages, and an area',
    {
      'a.css': { importers: ['root', 'shop1'] },
      root: page,
      shop1: page,
    },
  ],
  [
    'an area, and what stands around all pages',
    { 'a.css': { importers: ['shop1', 'root'] }, root: page, shop1: page },
  ],
])('a style belongs to every page when it is brought by %s', (_, modules) => {
  expect(sheetIn(modules)).toBe('every-page')
})

/** A page that is shown within another has the sheets of that one. */
const pagesIn = ({ path, file, index, children }: RouteConfigEntry): { path: string; file: string }[] =>
  path === undefined && index !== true
    ? (children ?? []).flatMap(pagesIn)
    : [{ path: `/${path ?? ''}`, file }]

test.each([
  ['layouts/shop-layout.tsx', 'shop'],
  ['layouts/gallery-layout.tsx', 'gallery'],
])(
  'the pages of %s stand at addresses that get the sheets in which the build puts their styles',
  (layout, area) => {
    const frame = routes.find(({ file }) => file === layout)
    const pages = frame === undefined ? [] : pagesIn(frame)
    expect(pages.length).toBeGreaterThan(10)
    for (const { path, file } of pages) {
      const own = sheetOfEntry(`/app/${file}`)
      const rest = file === 'routes/not-found.tsx' || own === area ? [] : [own]
      expect([path, ...styleSheetsOf(path)]).toEqual([path, 'every-page', area, ...rest])
    }
  },
)

test('the forms of the desk that choose photographs get the sheet in which the build puts the style of these', () => {
  const frame = routes.find(({ file }) => file === 'layouts/desk-layout.tsx')
  const pages = frame === undefined ? [] : pagesIn(frame)
  const forms = pages.filter(({ file }) => sheetOfEntry(`/app/${file}`) === 'desk-product')
  expect(forms.length).toBeGreaterThan(2)
  for (const { path } of forms)
    expect([path, ...styleSheetsOf(path)]).toEqual([path, 'every-page', 'desk', 'member'])
})

test('the pages of one product get the sheet of products after that of the shop', () => {
  for (const path of ['/all-products/F-1001', '/kits/K-2001', '/wishlist', '/compare'])
    expect(styleSheetsOf(path)).toEqual(['every-page', 'shop', 'product'])
  expect(styleSheetsOf('/kits')).toEqual(['every-page', 'shop'])
})

test.each([
  ['/Gallery', ['every-page', 'gallery']],
  ['/order/abc/', ['every-page', 'shop', 'order']],
  ['/wishlist//', ['every-page', 'shop', 'product']],
  ['/gallery/LOGIN/', ['every-page', 'gallery', 'member']],
  ['/', ['every-page', 'shop']],
])('%s, spelt as the router understands it too, has the sheets of its page', (path, sheets) => {
  expect(styleSheetsOf(path)).toEqual(sheets)
})

test('the pages of an order get the sheet of orders after that of the shop', () => {
  for (const path of ['/success', '/order/abc'])
    expect(styleSheetsOf(path)).toEqual(['every-page', 'shop', 'order'])
  expect(styleSheetsOf('/order-other')).toEqual(['every-page', 'shop'])
})

/** The file of the build that a module of these pages goes into. */
const chunkOfPages = (paths: readonly string[]) => {
  const entries = Object.entries(addresses).flatMap(([path, { file }]) =>
    paths.includes(path) ? `/app/${file}` : [],
  )
  const graph = {
    getModuleInfo: (id: string) =>
      id === 'part.tsx'
        ? { id, importers: entries, dynamicImporters: [], isEntry: false }
        : { id, importers: [], dynamicImporters: [], isEntry: true },
  }
  return clientChunks.flatMap(({ name }) => name('part.tsx', graph) ?? [])
}

test.each([
  ['product', ['/all-products/:number', '/kits/:number']],
  ['product', ['/all-products/:number', '/wishlist']],
  ['order', ['/success', '/order/:token']],
  ['product-list', ['/all-products', '/kits']],
  ['shop', ['/', '/all-products']],
  ['member', ['/gallery/upload', '/gallery/mypage']],
  ['shop', ['/', '/wishlist']],
  ['gallery-list', ['/gallery', '/gallery/search']],
  ['gallery', ['/gallery/search', '/gallery/detail/:recipeId']],
  ['kept-products', ['/compare', '/wishlist']],
  ['later', ['/gallery/upload', '/gallery/recipe-edit/:recipeId', '/wishlist']],
] as const)('the pages are known by their files: %s has what %j share', (chunk, paths) => {
  expect(chunkOfPages(paths)).toEqual([chunk])
})

test('W68: each page has a file of the build with its sheets', () => {
  const files = sheetsOfPages.map((sheets) => ['every-page', ...sheets].join(' '))
  const needed = new Set(Object.keys(addresses).map((path) => styleSheetsOf(path).join(' ')))
  expect([...needed].sort()).toEqual(files.toSorted())
})

test('a class has one name in every build, of a capital and a letter, and another one than its namesake in another file', () => {
  const [name, again] = [shortClassNames('app'), shortClassNames('app')]
  const page = name('page', 'app/ui/page.module.css')
  expect(page).toMatch(/^[A-Z][a-zA-Z]$/)
  expect(again('page', 'app/ui/page.module.css?used')).toBe(page)
  expect(name('wide', 'app/ui/page.module.css')).not.toBe(name('wide', 'app/ui/button.module.css'))
  expect(name('grow', 'app/ui/page-progress.module.css')).toMatch(/^[A-Z][a-zA-Z]$/)
  expect(() => name('unknown', 'app/ui/page.module.css')).toThrow('has no class unknown')
})

test('a class that hot reload meets has a name that can be read, another one than its namesake in another file', () => {
  expect(readableClassName('title', 'app/a.module.css')).toBe(
    readableClassName('title', 'app/a.module.css?used'),
  )
  expect(readableClassName('title', 'app/a.module.css')).not.toBe(
    readableClassName('title', 'app/b.module.css'),
  )
})
