import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actTexts } from './brought-by-features.server.ts'

test('N1: every act has its words in the log', () => {
  const features = join(import.meta.dirname, 'features')
  const acts = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('commands.server.ts'))
    .flatMap((path) => [
      ...readFileSync(join(features, path), 'utf8').matchAll(
        /(?:actOnce|actAndSend)[^(]*\(\s*ctx,\s*actor,\s*['`]([^'`]+)['`]/g,
      ),
    ])
    .flatMap(([, act = '']) => {
      const [, stem] = /^(.*)\$\{/.exec(act) ?? []
      return stem === undefined ? [act] : ['arrived', 'not-arrived', 'withdrawn'].map((to) => stem + to)
    })
  expect([...new Set(acts)].sort()).toEqual(Object.keys(actTexts).sort())
})
