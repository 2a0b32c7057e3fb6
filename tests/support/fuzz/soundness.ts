import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

/** Each gives a row for each state that must never exist. */
const never: Readonly<Record<string, string>> = {
  'an order whose lines do not make its sum': `select o.id from orders o where o.subtotal <>
    (select coalesce(sum(l.unit_price * (l.quantity - l.free)), 0) from order_line l where l.order_id = o.id)`,
  'an order that was paid without a time': `select id from orders where state = 'paid' and paid_at is null`,
  'two open orders of one cart': `select open_key from orders where open_key is not null group by open_key having count(*) > 1`,
  'more money back than was paid': `select o.id from orders o join refund r on r.payment_intent = o.payment_intent
    where r.state in ('pending', 'succeeded') group by o.id, o.total having sum(r.amount) > o.total`,
  'more held than there is': `select c.piece_id from stock_claim c join stock_piece p on p.id = c.piece_id
    where c.state in ('held', 'promised') group by c.piece_id, p.left_units having sum(c.units) > p.left_units`,
  'a recipe of nobody': `select r.id from recipe r left join member m on m.id = r.author_id where m.id is null`,
  'a number of likes that nobody gave': `select r.id from recipe r where r.source = 'own' and r.likes <
    (select count(*) from recipe_like l where l.recipe_id = r.id)`,
  'a member without a profile': `select m.id from member m left join member_profile p on p.member_id = m.id
    where p.member_id is null`,
}

/** What is wrong with the data, in words; empty when it is sound. */
export const unsoundness = async (db: Kysely<Schema>, engine: 'sqlite' | 'postgres'): Promise<string[]> => {
  const found: string[] = []
  for (const [what, query] of Object.entries(never)) {
    const { rows } = await sql.raw<object>(`${query} limit 3`).execute(db)
    if (rows.length > 0) found.push(`${what}: ${JSON.stringify(rows)}`)
  }
  if (engine === 'postgres') return found
  const { rows: whole } = await sql<{ integrityCheck: string }>`pragma integrity_check`.execute(db)
  const { rows: keys } = await sql<object>`pragma foreign_key_check`.execute(db)
  if (!JSON.stringify(whole).includes('"ok"')) found.push(`the file: ${JSON.stringify(whole).slice(0, 300)}`)
  if (keys.length > 0) found.push(`foreign keys: ${JSON.stringify(keys.slice(0, 3))}`)
  return found
}
