import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { ErrorBoundary } from './root.tsx'

const unanswered = new TypeError('Failed to fetch')

const shown = (path: string, error: unknown) => {
  const Stub = createRoutesStub([
    { path: '*', Component: () => <ErrorBoundary error={error} params={{}} loaderData={undefined} /> },
  ])
  return renderToStaticMarkup(<Stub initialEntries={[path]} />)
}

test.each([
  ['/admin/orders', 'きょうの画面へ'],
  ['/gallery/search', 'ギャラリーのホームへ'],
  ['/all-products', 'トップページへ'],
])('N161: on a dead line %s leads back to where she was', (path, way) => {
  const html = shown(path, unanswered)
  expect(html).toContain(way)
  expect(html).toContain('つながりませんでした')
  expect(html.includes('カートの中身')).toBe(path === '/all-products')
})

test.each([
  'Load failed',
  'NetworkError when attempting to fetch resource.',
  'network error',
  'The network connection was lost.',
  'The Internet connection appears to be offline.',
])('N161: %s, as another browser says it, is a dead line', (words) => {
  expect(shown('/admin/orders', new TypeError(words))).toContain('つながりませんでした')
})

test('N161: a fault of a program is none of the line, and what is not there says nothing of the desk', () => {
  for (const words of ['x is not a function', "Cannot read properties of undefined (reading 'fetcher')"])
    expect(shown('/admin/orders', new TypeError(words))).toContain('エラーが発生しました')
  const missing = { status: 404, statusText: '', internal: true, data: null }
  expect(shown('/admin/orders', missing)).not.toContain('きょうの画面へ')
})
