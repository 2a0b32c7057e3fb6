import { expect, test } from 'vitest'
import routes from '../app/routes.ts'

interface Entry {
  readonly path?: string | undefined
  readonly file: string
  readonly children?: readonly Entry[] | undefined
}

const flat = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])])

test('S18: checkout stands at both addresses with one handler', async () => {
  const files = ['api', '.netlify/functions'].map(
    (base) => flat(routes).find(({ path }) => path === `${base}/create-checkout-session`)?.file,
  )
  expect(files[0]).toBeDefined()
  expect(files[0]).toBe(files[1])
})
