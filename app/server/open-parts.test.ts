import { expect, test } from 'vitest'
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
