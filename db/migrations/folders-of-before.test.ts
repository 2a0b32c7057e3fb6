import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { paymentOf } from '../../app/features/orders/payment/queries.server.ts'
import { migrate } from '../../app/server/database/migrate.ts'
import { openDatabase } from '../../app/server/database/open-database.ts'
import { onBothEngines } from '../../tests/support/database-for-tests.ts'
import { allMigrations } from './all-migrations.ts'

const upTo = (end: string) => Object.fromEntries(Object.entries(allMigrations).filter(([name]) => name < end))

onBothEngines('a folder of an earlier version', (_open, places) => {
  test('gets the same compared names today as on the day when curation came', async () => {
    const database = await openDatabase(await places.empty())
    const { db } = database
    try {
      await migrate(database, upTo('0025'))
      const names = [
        'ﾄｰﾄ・ﾊﾞｯｸﾞ',
        'か゛ま口-ポーチ',
        'ヷイオリン',
        'A４\u{e0100} ＫＩＴ！？',
        'トート〜〜バッグ',
      ]
      for (const [at, name] of names.entries())
        await sql`insert into popular_keyword (id, name, image, position)
          values (${String(at)}, ${name}, '', ${at})`.execute(db)
      await migrate(database, upTo('0026'))
      const rows = await db
        .selectFrom('popularKeyword')
        .select('compared')
        .where('id', 'in', [...names.keys()].map(String))
        .orderBy('position')
        .execute()
      expect(rows.map(({ compared }) => compared)).toEqual([
        'とーとばっぐ',
        'がま口 ぽーち',
        'わ゙いおりん',
        'a4 kit',
        'とーとーばっぐ',
      ])
    } finally {
      await database.close()
    }
  })

  test('keeps its products when the stock that nobody counted goes', async () => {
    const database = await openDatabase(await places.empty())
    const { db } = database
    try {
      await migrate(database, upTo('0055'))
      await sql`insert into product (number, type, name, description, price_text, price, image_url, status, source,
          position, stock, created_at, updated_at)
        values ('F-1', 'fabric', '麻', 'あさ', '660', 660, '', '公開中', 'own', 3, 7, 1, 2)`.execute(db)
      const before = await db.selectFrom('product').selectAll().executeTakeFirstOrThrow()
      expect(await migrate(database, upTo('0056'))).toEqual(['0055-no-stock'])
      const after = await db.selectFrom('product').selectAll().executeTakeFirstOrThrow()
      expect({ ...after, stock: 7 }).toEqual(before)
      expect(after).not.toHaveProperty('stock')
    } finally {
      await database.close()
    }
  })

  test('keeps what the provider gave back before the shop itself could: nobody is mailed of it again', async () => {
    const database = await openDatabase(await places.empty())
    const { db } = database
    try {
      await migrate(database, upTo('0055'))
      await sql`insert into payment (payment_intent, session_id, amount, currency, livemode, received_at, role)
        values ('pi', 'cs', 2600, 'jpy', 0, 1, 'unmatched')`.execute(db)
      await sql`insert into refund (id, provider_id, payment_intent, amount, state, failure_reason, asked_at, as_of)
        values ('a', 're_1', 'pi', 600, 'succeeded', null, 2, 3), ('b', 're_2', 'pi', 500, 'failed', 'declined', 2, 3)`.execute(
        db,
      )
      await sql`insert into dispute (id, payment_intent, amount, reason, status, opened_at, as_of)
        values ('d', 'pi', 2600, 'fraudulent', 'needs_response', 4, 5)`.execute(db)
      await migrate(database, allMigrations)
      const kept = { via: 'outside', mailsBuyer: 0, insteadOf: null, requestId: null, tax: null, askedAt: 2 }
      expect(await db.selectFrom('refund').selectAll().orderBy('id').execute()).toMatchObject([
        { ...kept, id: 'a', providerId: 're_1', amount: 600, state: 'succeeded' },
        { ...kept, id: 'b', providerId: 're_2', amount: 500, state: 'failed', failureReason: 'declined' },
      ])
      expect(await db.selectFrom('dispute').selectAll().execute()).toMatchObject([
        { id: 'd', status: 'needs_response', withdrawn: 0, closedAt: null },
      ])
      expect(await paymentOf(db, 'pi')).toMatchObject({ amount: 2600, refunds: [{ id: 'a' }, { id: 'b' }] })
    } finally {
      await database.close()
    }
  })
})
