import { sql } from 'kysely'
import { expect, test } from 'vitest'
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
})
