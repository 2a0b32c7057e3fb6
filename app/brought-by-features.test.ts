import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actsDefined } from '../tests/support/acts-defined.ts'
import { acts, actWords, toldActs } from './brought-by-features.server.ts'
import { doneText } from './kernel/facts.ts'

test('N69: every act of the desk stands in the list, each under a name of its own', () => {
  const names = acts.map(({ act }) => act.name)
  expect(new Set(names).size).toBe(names.length)
  expect([...actsDefined].filter((act) => !acts.includes(act)).map(({ act }) => act.name)).toEqual([])
})

test('N1: every act has its words in the log', () => {
  const features = join(import.meta.dirname, 'features')
  const others = readdirSync(features, { recursive: true, encoding: 'utf8' })
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
  const names = [...acts.map(({ act }) => act.name), ...others]
  expect([...new Set(names)].sort()).toEqual(Object.keys(actWords).sort())
  expect(Object.values(actWords)).not.toContain('')
})

test('what an address says was done is an act of ours, in its own words or those of the log', () => {
  expect(doneText(toldActs, 'stock.receive')).toBe('受け取りました。元に戻すには、数え直してください。')
  expect(doneText(toldActs, 'order.note')).toBe('メモを書きました。')
  for (const word of ['__proto__', 'constructor', 'noted', '', null])
    expect(doneText(toldActs, word)).toBeNull()
})
