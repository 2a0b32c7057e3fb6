import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StoredData } from './stored-data.tsx'

const app = join(import.meta.dirname, '../../..')

const keptInTheBrowser = () =>
  readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .flatMap((path) => [
      ...readFileSync(join(app, path), 'utf8').matchAll(
        /['`](mcSquare\w+|scrollPositions|gallery[A-Z]\w+|\w+Draft)(?=[.:'`])/g,
      ),
    ])
    .map(([, name = '']) => name)

test('P14: the privacy page names everything that the shop keeps in the browser', () => {
  const page = renderToStaticMarkup(<StoredData />)
  const names = new Set(keptInTheBrowser())
  expect(names.size).toBeGreaterThan(5)
  for (const name of names) expect(page).toContain(name)
})
