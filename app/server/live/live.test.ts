import { expect, test } from 'vitest'
import { eventStream, type SendEvent } from './event-stream.ts'
import { createNotices } from './notices.ts'

const asked = (signal?: AbortSignal) => new Request('https://shop.example/events', signal ? { signal } : {})

test('an event of several lines stays one event, and no text of it becomes a field of its own', async () => {
  let send: SendEvent = () => {}
  const { body } = eventStream(asked(), (given) => {
    send = given
    return () => {}
  })
  const reader = body?.getReader()
  const next = async () => new TextDecoder().decode((await reader?.read())?.value)
  expect(await next()).toMatch(/^retry: \d+\n\n$/)
  send('a\nid: 1\r\nb\rc\u2028d')
  expect(await next()).toBe('data: a\ndata: id: 1\ndata: b\ndata: c\u2028d\n\n')
})

test.each(['is never read', 'is read to the end'])(
  'a stream that %s unsubscribes once when its client leaves',
  async (how) => {
    const left = new AbortController()
    let ended = 0
    let send: SendEvent = () => {}
    const answer = eventStream(asked(left.signal), (given) => {
      send = given
      return () => {
        ended += 1
      }
    })
    if (how === 'is read to the end') await answer.body?.cancel()
    left.abort()
    send('too late')
    expect(ended).toBe(1)
  },
)

test('who has left before the answer is subscribed to nothing', async () => {
  let ended = 0
  eventStream(asked(AbortSignal.abort()), () => () => {
    ended += 1
  })
  expect(ended).toBe(1)
})

/** Resolves when everything that is due now has been told. */
const settled = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('who listens to a topic is told of its changes, and of no other', async () => {
  const notices = createNotices()
  const told: string[] = []
  const leave = notices.subscribe('work:1', () => told.push('one'))
  notices.subscribe('work:2', () => told.push('two'))
  notices.publish('work:1')
  await settled()
  expect(told).toEqual(['one'])
  notices.publish('work:1')
  await settled()
  leave()
  notices.publish('work:1')
  notices.publish('work:3')
  await settled()
  expect(told).toEqual(['one', 'one'])
})

test('changes in a row are told as one, a change while others are told once more', async () => {
  const notices = createNotices()
  let told = 0
  notices.subscribe('work:1', () => {
    told += 1
    if (told === 1) notices.publish('work:1')
  })
  for (const _ of [1, 2, 3]) notices.publish('work:1')
  await settled()
  expect(told).toBe(2)
})

test('with thousands who listen, others are heard while they are told, and who leaves meanwhile is not told', async () => {
  const notices = createNotices()
  const count = 2_000
  let told = 0
  const leaves = Array.from({ length: count }, () =>
    notices.subscribe('work:1', () => {
      told += 1
    }),
  )
  notices.publish('work:1')
  const between: number[] = []
  while (told < count - 1) {
    await new Promise((resolve) => setImmediate(resolve))
    between.push(told)
    if (between.length === 2) leaves.at(-1)?.()
  }
  await settled()
  expect(between.length).toBeGreaterThan(5)
  expect(told).toBe(count - 1)
})
