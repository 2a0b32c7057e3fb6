import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { countDatabase, type DatabaseCount } from '../data-copy/copy-tables.ts'
import type { Manifest } from './manifest.ts'

/** What a copy must have in common with the shop. */
export interface DatabaseFacts {
  readonly tables: DatabaseCount
  readonly days: Manifest['days']
  readonly troubles: readonly string[]
}

/** Nobody may write to the database meanwhile. */
export const factsOf = async (db: Kysely<Schema>): Promise<DatabaseFacts> => ({
  tables: await countDatabase(db),
  days: await paidByDay(db),
  troubles: await brokenInvariants(db),
})

/** Days begin at midnight in Tokyo, and are counted since 1970. */
const paidByDay = async (db: Kysely<Schema>): Promise<Manifest['days']> => {
  const { rows } = await sql<{ day: number; orders: number; sum: number }>`
    select (paid_at + 32400000) / 86400000 as day, count(*) as orders, sum(total) as sum
    from orders where paid_at is not null group by 1 order by 1`.execute(db)
  return rows.map(({ day, orders, sum }) => ({
    day: new Date(Number(day) * 86_400_000).toISOString().slice(0, 10),
    orders: Number(orders),
    sum: Number(sum),
  }))
}

/** Should give none, and the same in a copy (D21). */
const invariants: Readonly<Record<string, string>> = {
  '「いいね」の数が合わない作品':
    'select count(*) as wrong from recipe where likes <> (select count(*) from recipe_like where recipe_id = recipe.id and member_id not in (select member_id from suspended_member))',
  注文のない支払い:
    "select count(*) as wrong from payment where role = 'first' and (order_id is null or order_id not in (select id from orders))",
  '支払いの記録のない、支払い済みの注文':
    'select count(*) as wrong from orders where paid_at is not null and payment_intent is not null and not exists (select 1 from payment where payment.order_id = orders.id)',
}

const brokenInvariants = async (db: Kysely<Schema>): Promise<string[]> => {
  const lines: string[] = []
  for (const [what, text] of Object.entries(invariants)) {
    const { rows } = await sql.raw<{ wrong: number }>(text).execute(db)
    const wrong = Number(rows[0]?.wrong ?? 0)
    if (wrong > 0) lines.push(`${what}が${wrong}件あります`)
  }
  return lines
}

export const databaseDifferences = (one: DatabaseFacts, other: DatabaseFacts): string[] => {
  const tables = [...new Set([...Object.keys(one.tables), ...Object.keys(other.tables)])].filter(
    (table) =>
      one.tables[table]?.rows !== other.tables[table]?.rows ||
      one.tables[table]?.checksum !== other.tables[table]?.checksum,
  )
  const days = JSON.stringify(one.days) === JSON.stringify(other.days) ? [] : ['日ごとの売上']
  const troubles = JSON.stringify(one.troubles) === JSON.stringify(other.troubles) ? [] : other.troubles
  return [...tables, ...days, ...troubles]
}
