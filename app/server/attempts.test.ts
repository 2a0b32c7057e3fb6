import { expect, test } from 'vitest'
import { onBothEngines } from '../../tests/support/database-for-tests.ts'
import { countAttempt, forgiveAttempt, mayAttempt } from './attempts.ts'

const hour = 3_600_000
const limits = { name: 'tries', spanMs: hour, most: 2 }

onBothEngines('A10: attempts', (open) => {
  test('are counted for each subject and limit until the span ends', async () => {
    const { db } = await open()
    const attempt = (now: number, subject = 'a', limit = limits) => countAttempt(db, now, limit, subject)
    expect([await attempt(0), await attempt(1), await attempt(hour - 1)]).toEqual([true, true, false])
    expect(await mayAttempt(db, hour - 1, limits, 'a')).toBe(false)
    expect(await attempt(1, 'b')).toBe(true)
    expect(await attempt(1, 'a', { ...limits, name: 'others' })).toBe(true)
    expect(await mayAttempt(db, hour, limits, 'a')).toBe(true)
    expect(await attempt(hour)).toBe(true)
  })

  test('a right one counts no longer, and never makes room for more than the limit', async () => {
    const { db } = await open()
    const attempt = () => countAttempt(db, 0, limits, 'a')
    await forgiveAttempt(db, 0, limits, 'a')
    await attempt()
    await attempt()
    await countAttempt(db, 0, limits, 'b')
    await countAttempt(db, 0, limits, 'b')
    await forgiveAttempt(db, 0, limits, 'a')
    expect(await mayAttempt(db, 0, limits, 'b')).toBe(false)
    expect([await mayAttempt(db, 0, limits, 'a'), await attempt(), await attempt()]).toEqual([
      true,
      true,
      false,
    ])
    for (const _ of [1, 2, 3, 4]) await forgiveAttempt(db, 0, limits, 'b')
    await countAttempt(db, 0, limits, 'b')
    await countAttempt(db, 0, limits, 'b')
    expect(await mayAttempt(db, 0, limits, 'b')).toBe(false)
  })
})
