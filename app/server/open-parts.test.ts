import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from './log.ts'
import { createOpenParts } from './open-parts.ts'

test('D3: parts close in reverse order, each after the other; one that fails is logged and stops none', async () => {
  const said: string[] = []
  const closed: string[] = []
  const parts = createOpenParts(createLog('error', (line) => said.push(line), Date.now))
  parts.add('database', () => void closed.push('database'))
  parts.add('payment', async () => {
    throw new Error('no answer')
  })
  parts.add('jobs', async () => {
    await Promise.resolve()
    closed.push('jobs')
  })
  await parts.close()
  expect(closed).toEqual(['jobs', 'database'])
  expect(said).toHaveLength(1)
  expect(said[0]).toContain('"part":"payment"')
})

test('D3: a part that does not close keeps nobody longer than 9.5 s, and is named', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const said: string[] = []
  const parts = createOpenParts(createLog('warn', (line) => said.push(line), Date.now))
  parts.add('payment', () => {})
  parts.add('database', () => new Promise<never>(() => {}))
  parts.add('jobs', () => {})
  let isClosed = false
  const closed = parts.close().then(() => {
    isClosed = true
  })
  await vi.advanceTimersByTimeAsync(9_499)
  expect(isClosed).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await closed
  expect(said.map((line) => JSON.parse(line).part)).toEqual(['database'])
})
