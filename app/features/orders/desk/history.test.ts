import { expect, test } from 'vitest'
import { toldActs } from '~/brought-by-features.server.ts'
import { auditOf } from '~/server/audit.ts'
import { migrate } from '~/server/database/migrate.ts'
import { openDatabase } from '~/server/database/open-database.ts'
import { allMigrations } from '../../../../db/migrations/all-migrations.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { shipOrder } from '../parcel/shipping.commands.server.ts'
import { orderHistory } from '../queries.server.ts'
import { historyOf } from './history.rules.ts'

const act = { actorName: '花子', actorRole: 'owner', before: undefined, after: undefined } as const
const event = { what: 'shipped', actor: '花子', detail: null }
const texts = (told: ReturnType<typeof historyOf>) => told.map(({ what }) => what)

test('N70: an event is told with the act that it names, however far apart, and by itself without one', () => {
  const acts = [{ ...act, id: 'a', happenedAt: 5_000, act: 'order.ship' }]
  const told = (auditId: string | null, happenedAt: number) =>
    texts(historyOf([{ ...event, auditId, happenedAt }], acts, 'owner', toldActs))
  expect(told('a', 90_000)).toEqual(['発送済みにしました'])
  expect(told('b', 5_000), 'of another act at the same moment').toEqual(['発送', '発送済みにしました'])
  expect(told(null, 6_999), 'of the release before').toEqual(['発送済みにしました'])
  expect(told(null, 7_000)).toEqual(['発送済みにしました', '発送'])
})

onBothEngines('the acts of events', (open, places) => {
  test('N70: what is written within an act bears its row of the log', async () => {
    const ctx = contextForTests((await open()).db)
    const row = orderRowForTests('o', { orderNumber: 'K7P4-9WXD', state: 'paid', paidAt: 1 })
    await ctx.db.insertInto('orders').values(row).execute()
    const form = { requestId: 'r', number: 'K7P4-9WXD', version: null, parcels: [] }
    const shipped = await shipOrder(ctx, deskPersonForTests(ctx), {
      ...form,
      parcels: [{ carrier: 'yamato', tracking: '' }],
    })
    expect(shipped).toMatchObject({ ok: true })
    const [log] = await auditOf(ctx.db, 'order:o')
    expect(await orderHistory(ctx.db, 'o')).toMatchObject([{ what: 'shipped', auditId: log?.id }])
  })

  test('N70: an earlier event is given its act by order, person and clock, the nearest one; others stay without', async () => {
    const database = await openDatabase(await places.empty())
    try {
      const before = Object.entries(allMigrations).filter(([name]) => name < '0098')
      await migrate(database, Object.fromEntries(before))
      const { db } = database
      const orders = ['o1', 'o2'].map((id) => orderRowForTests(id, { orderNumber: id }))
      await db.insertInto('orders').values(orders).execute()
      const acts = [
        ['near', 'o1', '花子', 10_500],
        ['nearer', 'o1', '花子', 9_900],
        ['of the machine', 'o1', '', 50_000],
        ['of another order', 'o2', '花子', 30_000],
      ] as const
      for (const [id, order, actorName, happenedAt] of acts)
        await db
          .insertInto('audit')
          .values({
            ...{ id, requestId: id, contentHash: '', happenedAt, actorId: null, actorName },
            ...{ actorRole: 'owner', act: 'order.ship', subject: `order:${order}` },
            ...{ before: null, after: null, answer: 'null' },
          })
          .execute()
      const events = [
        ['e1', '花子', 10_000],
        ['e2', 'owner', 51_999],
        ['e3', 'owner', 52_000],
        ['e4', '花子', 30_000],
        ['e5', '太郎', 10_000],
      ] as const
      for (const [id, actor, happenedAt] of events)
        await db
          .insertInto('orderEvent')
          .values({ id, orderId: 'o1', happenedAt, what: 'shipped', actor, detail: null })
          .execute()
      await migrate(database)
      const rows = await db.selectFrom('orderEvent').select(['id', 'auditId']).orderBy('id').execute()
      expect(rows.map(({ auditId }) => auditId)).toEqual(['nearer', 'of the machine', null, null, null])
    } finally {
      await database.close()
    }
  })
})
