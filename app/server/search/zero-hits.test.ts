import { expect, test } from 'vitest'
import { createZeroHits } from './zero-hits.ts'

const noon = Date.UTC(2026, 3, 1, 3)
const day = 86_400_000
const asked = (words: string, client: number) => ({
  area: 'recipe' as const,
  words,
  typed: words,
  address: `203.0.${Math.floor(client / 200)}.${client % 200}`,
})

/** Asks as clients 0 to `clients` - 1. */
const ask = (hits: ReturnType<typeof createZeroHits>, words: string, clients: number, now = noon) => {
  for (let client = 0; client < clients; client += 1) hits.note(asked(words, client), now)
}

test('W33: a word is due when three clients asked, and then those who asked since', () => {
  const hits = createZeroHits()
  ask(hits, 'くま', 2)
  for (let again = 0; again < 5; again += 1) hits.note(asked('くま', 0), noon)
  expect(hits.take(noon).due).toEqual([])
  ask(hits, 'くま', 3)
  expect(hits.take(noon).due).toEqual([
    { day: 20_544, area: 'recipe', words: 'くま', typed: 'くま', clients: 3 },
  ])
  expect(hits.take(noon).due).toEqual([])
  ask(hits, 'くま', 5)
  expect(hits.take(noon).due).toMatchObject([{ clients: 2 }])
})

test('W33: each area has words of its own', () => {
  const hits = createZeroHits()
  ask(hits, 'くま', 2)
  hits.note({ ...asked('くま', 2), area: 'kit' }, noon)
  expect(hits.take(noon).due).toEqual([])
})

test('W33: a household is one client', () => {
  const hits = createZeroHits()
  for (const end of ['1', '2', '3']) hits.note({ ...asked('くま', 0), address: `2001:db8::${end}` }, noon)
  expect(hits.take(noon).due).toEqual([])
})

test('W33: what could not be stored is due again', () => {
  const hits = createZeroHits()
  ask(hits, 'くま', 3)
  const { due } = hits.take(noon)
  hits.giveBack(due)
  expect(hits.take(noon).due).toEqual(due)
})

test('W33: a day begins anew at midnight in Tokyo, and what it left is taken once more', () => {
  const secrets: number[] = []
  const hits = createZeroHits(() => {
    secrets.push(secrets.length)
    return Buffer.alloc(32, secrets.length)
  })
  ask(hits, 'くま', 2)
  ask(hits, 'うさぎ', 3)
  const before = secrets.length
  hits.note(asked('くま', 2), noon + day)
  expect(secrets.length).toBe(before + 1)
  expect(hits.take(noon + day)).toMatchObject({ today: 20_545, due: [{ words: 'うさぎ', day: 20_544 }] })
  ask(hits, 'くま', 1, noon + day)
  expect(hits.take(noon + day).due).toEqual([])
})

test('W33: of one client at most 30 words count, and of all the thousand that were asked last', () => {
  const hits = createZeroHits()
  for (let at = 0; at < 40; at += 1)
    for (let client = 0; client < 3; client += 1) hits.note(asked(`語${at}`, client), noon)
  expect(hits.take(noon).due).toHaveLength(30)
  // A repeated word does not count as another.
  const again = createZeroHits()
  for (let at = 0; at < 40; at += 1) again.note(asked('くま', 0), noon)
  ask(again, 'ねこ', 3)
  expect(again.take(noon).due).toMatchObject([{ words: 'ねこ' }])
  const many = createZeroHits()
  ask(many, '古い', 3)
  for (let at = 0; at < 1_000; at += 1) many.note(asked(`語${at}`, 10 + at), noon)
  expect(many.take(noon).due).toEqual([])
})
