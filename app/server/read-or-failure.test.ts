import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contextForTests, onBothEngines } from '../../tests/support/database-for-tests.ts'
import { readOrFailure, readOrUnavailable } from './read-or-failure.ts'

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

onBothEngines('P17: a read', (open) => {
  const start = async () => ({ ...contextForTests((await open()).db), requestId: 'request-1' })
  const thrownBy = (task: () => Promise<unknown>) => task().catch((error: unknown) => error)

  test('gives what was read, or why it failed with the number to quote', async () => {
    const ctx = await start()
    const one = await readOrFailure(ctx, 'one', async (db) => (await sql`select 1 as one`.execute(db)).rows)
    expect(one).toEqual({ ok: true, value: [{ one: 1 }] })
    const failed = (error: unknown) => readOrFailure(ctx, 'a list', () => Promise.reject(error))
    expect(await failed(away)).toEqual({
      ok: false,
      error: { reason: 'unavailable', requestId: 'request-1' },
    })
    expect(await failed(new Error('no'))).toMatchObject({ error: { reason: 'other' } })
    expect(await failed(new Response())).toMatchObject({ error: { reason: 'unavailable' } })
  })

  test('without which a page has nothing to show ends it with 503 while the database is away, else with 500', async () => {
    const ctx = await start()
    expect(await readOrUnavailable(ctx, 'one', async () => 1)).toBe(1)
    for (const [error, status] of [
      [away, 503],
      [new Error('no'), 500],
    ] as const)
      expect(await thrownBy(() => readOrUnavailable(ctx, 'one', () => Promise.reject(error)))).toMatchObject({
        status,
      })
  })
})
