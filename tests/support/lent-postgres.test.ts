import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import type { AppDatabase } from '../../app/server/database/open-database.ts'
import { postgresPlaces } from './database-places.ts'
import { orderRowForTests } from './order-row.ts'

const nameOf = async ({ db }: AppDatabase) =>
  (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name

const rowsOf = async ({ db }: AppDatabase) => ({
  state: await db.selectFrom('shopState').selectAll().orderBy('key').execute(),
  migrations: await sql`select * from kysely_migration order by name`.execute(db).then(({ rows }) => rows),
})

describe('a database that is lent again', () => {
  const places = postgresPlaces()
  afterAll(() => places.clear())

  test('is as it was when it was migrated, and another than one that is still lent', async () => {
    const first = await places.open()
    const [name, rows] = [await nameOf(first), await rowsOf(first)]
    await first.db.insertInto('shopState').values({ key: 'a', value: '1' }).execute()
    const many = sql`insert into shop_state select 'k' || n, repeat('x', 100) from generate_series(1, 2000) n`
    await many.execute(first.db)
    await first.db.insertInto('orders').values(orderRowForTests('o')).execute()
    const event = { id: 'e', orderId: 'o', happenedAt: 0, what: 'created', actor: 'a test' }
    await first.db.insertInto('orderEvent').values(event).execute()
    await sql`delete from kysely_migration`.execute(first.db)
    const beside = await places.open()
    expect(await nameOf(beside)).not.toBe(name)
    await first.close()

    const again = await places.open()
    expect(await nameOf(again)).toBe(name)
    expect(rows.migrations.length).toBeGreaterThan(0)
    expect(await rowsOf(again)).toEqual(rows)
    await expect(first.ping()).rejects.toThrow()
    await expect(rowsOf(first)).rejects.toThrow()
    await Promise.all([again.close(), beside.close()])
  })

  test('has waited for what was under way, and keeps nothing of it', async () => {
    const first = await places.open()
    const name = await nameOf(first)
    const begun = Promise.withResolvers<void>()
    const writing = first.db.transaction().execute(async (trx) => {
      await trx.insertInto('shopState').values({ key: 'late', value: '' }).execute()
      begun.resolve()
      await sql`select pg_sleep(0.3)`.execute(trx)
    })
    await begun.promise
    await first.close()
    const next = await places.open()
    await writing
    expect(await nameOf(next)).toBe(name)
    expect((await rowsOf(next)).state.filter(({ key }) => key === 'late')).toEqual([])
    await next.close()
  })

  test('is one test’s alone, however often that closes it', async () => {
    const first = await places.open()
    await Promise.all([first.close(), first.close()])
    await first.close()
    const [one, other] = [await places.open(), await places.open()]
    expect(await nameOf(one)).not.toBe(await nameOf(other))
    await Promise.all([one.close(), other.close()])
  })

  test('numbers its documents from the start again', async () => {
    const next = async ({ db }: AppDatabase) =>
      (await sql<{ id: number }>`select nextval('search_document_id_seq') as id`.execute(db)).rows[0]?.id
    const first = await places.open()
    const id = await next(first)
    expect(await next(first)).not.toBe(id)
    await first.close()
    const again = await places.open()
    expect(await next(again)).toBe(id)
    await again.close()
  })

  const lasting = {
    'sessions that may not write': 'set default_transaction_read_only = on',
    'a table more': 'create table more (id integer)',
    'a column more': 'alter table shop_state add column more text',
    'a default more': "alter table shop_state alter column value set default 'x'",
    'a function': "create function one() returns integer language sql as 'select 1'",
    'a trigger': `create function refuse() returns trigger language plpgsql as 'begin return null; end';
      create trigger refusing before insert on shop_state execute function refuse()`,
    'a table of megabytes':
      "insert into shop_state select 'k' || n, repeat('x', 100) from generate_series(1, 20000) n",
    'a lock that is held on': 'select pg_advisory_lock(5)',
  }
  test.each(Object.entries(lasting))('is not one with %s', async (_, statement) => {
    const changed = await places.open()
    const name = await nameOf(changed)
    await sql.raw(statement).execute(changed.db)
    await changed.close()
    const next = await places.open()
    expect(await nameOf(next)).not.toBe(name)
    await next.close()
  })

  test('is not one whose rows another session holds', async () => {
    const held = await places.open()
    const name = await nameOf(held)
    await sql`set lock_timeout = 1`.execute(held.db)
    await held.close()
    const holder = new Client({ connectionString: new URL(`/${name}`, inject('postgresSocketUrl')).href })
    await holder.connect()
    await holder.query('begin; lock table shop_state')
    const next = await places.open()
    expect(await nameOf(next)).not.toBe(name)
    await next.close()
    await holder.end()
  })

  test('tells why when it cannot be emptied for any other reason', async () => {
    const lost = await places.open()
    await sql`set search_path = nowhere`.execute(lost.db)
    await lost.close()
    await expect(places.open()).rejects.toThrow('does not exist')
  })
})
