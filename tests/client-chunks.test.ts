import { expect, test } from 'vitest'
import { clientChunks } from '../scripts/client-chunks.js'

/** The file of a part that these pages, or the start of all of them, import. */
const fileOf = (...importers: string[]) => {
  const paths = importers.map((path) => `/app/${path}.tsx`)
  const graph = {
    getModuleInfo: (id: string) => ({
      id,
      importers: id === 'part' ? paths : [],
      dynamicImporters: [],
      isEntry: paths.includes(id),
    }),
  }
  return clientChunks.map(({ name }) => name('part', graph)).find((name) => name !== null)
}

test.each([
  ['a frame and pages of the gallery', ['layouts/gallery-layout', 'routes/gallery/upload'], 'gallery'],
  ['pages of an order and of accounts', ['routes/shop/order', 'routes/account/my-page'], 'later'],
  ['the root', ['root'], 'every-page'],
])('what the desk shares with %s lies where visitors have it', (_, importers, file) => {
  const desk = ['layouts/desk-layout', 'routes/desk/order']
  expect([fileOf(...importers), fileOf(...importers, ...desk)]).toEqual([file, file])
})

test('what the desk shares with the pages of an order alone does not bring all that these share', () => {
  const ofOrders = ['routes/shop/order', 'routes/shop/success']
  expect([fileOf(...ofOrders), fileOf(...ofOrders, 'routes/desk/order')]).toEqual(['order', 'later'])
})

test('what a page of the gallery needs at once does not lie with what is loaded on demand', () => {
  const graph = {
    getModuleInfo: (id: string) => ({
      id,
      importers: id === 'part' ? ['/app/routes/gallery/recipe.tsx', '/app/features/planner.tsx'] : [],
      dynamicImporters: id === '/app/features/planner.tsx' ? ['/app/routes/shop/fabric.tsx'] : [],
      isEntry: id === '/app/routes/gallery/recipe.tsx',
    }),
  }
  expect(clientChunks.map(({ name }) => name('part', graph)).find((name) => name !== null)).toBe('shared')
})

test.each([
  ['is loaded on demand alone lies with what loads it', [], null],
  ['a page imports as well is one of the packages', ['/app/routes/shop/home.tsx'], 'vendor'],
])('a package that %s', (_, pages, file) => {
  const id = '/node_modules/passkeys/index.js'
  const importers: Record<string, string[]> = { [id]: ['/app/ask-device.ts', ...pages] }
  const graph = {
    getModuleInfo: (of: string) => ({
      id: of,
      importers: importers[of] ?? [],
      dynamicImporters: of === '/app/ask-device.ts' ? ['/app/routes/desk/enter.tsx'] : [],
      isEntry: of.startsWith('/app/routes/'),
    }),
  }
  expect(clientChunks.map(({ name }) => name(id, graph)).find((name) => name !== null) ?? null).toBe(file)
})

test('what keeps drafts, and chooses photographs, lies with members, for the desk too', () => {
  const ofMembers = ['routes/gallery/upload', 'routes/account/profile-edit']
  expect(fileOf(...ofMembers, 'routes/desk/product', 'routes/desk/settings-part')).toBe('member')
  expect(fileOf(...ofMembers, 'routes/desk/order')).toBe('later')
})

test('what the desk alone needs is in its own file', () => {
  expect(fileOf('layouts/desk-layout', 'routes/desk/today')).toBe('desk')
})
