// npm run bench:upgrade [ORDERS RECIPES COMMENTS]: how long the first start after an update keeps a shop on PostgreSQL closed that was
// last opened by release 0.1.0, by its parts.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { fillOrders, keepFormerIssuer } from '../app/features/orders/filling.commands.server.ts'
import { openShopData } from '../app/server/data-folder/open-shop-data.ts'
import { migrate } from '../app/server/database/migrate.ts'
import { openDatabase } from '../app/server/database/open-database.ts'
import { silentLog } from '../app/server/log.ts'
import { allMigrations } from '../db/migrations/all-migrations.ts'
import { memoryFolder } from '../tests/support/memory-folder.ts'
import { startPostgresCluster } from '../tests/support/postgres-cluster.ts'
import { servicesForTests } from '../tests/support/services-for-tests.ts'
import { machine } from './machine.js'

const [orders = 50_000, recipes = 20_000, comments = 200_000] = process.argv.slice(2).map(Number)
const formerRelease = '0055'

/** As that release left it: members, recipes with their place in the search, comments, paid orders with lines, events and mails. */
const rowsOfBefore = [
  sql`insert into member (id, name, email, email_verified, created_at, updated_at)
    select 'm' || n, '会員' || n, 'm' || n || '@example.jp', 1, '2025-01-01', '2025-01-01' from generate_series(0, 199) n`,
  sql`insert into search_document (index_name, key, title, body, tokens)
    select 'recipe', 'r' || n, '巾着' || n, repeat('表布と裏布を中表に合わせて縫います。', 20),
      to_tsvector('simple', (select string_agg('t' || (n * k) % 5000, ' ') from generate_series(1, 300) k))
    from generate_series(1, ${sql.lit(recipes)}) n`,
  sql`insert into recipe (id, author_id, author_name, author_sns, title, description, ingredients, steps, affiliate_products, tags,
      cooking_time, difficulty, explanation_type, youtube_url, website_explanation, pdf_url, main_image_url, source, created_at,
      updated_at, document_id)
    select 'r' || n, 'm' || n % 200, '会員', '[]', '巾着' || n, repeat('裏地つきです。', 30), '[]', repeat('縫います。', 200), '[]', '[]',
      '1時間', '初級', 'steps', '', '', '', '', 'own', 1700000000000 + n, 1700000000000 + n,
      (select id from search_document where index_name = 'recipe' and key = 'r' || n)
    from generate_series(1, ${sql.lit(recipes)}) n`,
  sql`insert into recipe_tag (recipe_id, tag, document_id)
    select id, 'tag' || k, document_id from recipe, generate_series(1, 3) k`,
  sql`insert into comment (id, recipe_id, author_id, author_name, text, source, created_at)
    select 'c' || n, 'r' || 1 + n % ${sql.lit(recipes)}, 'm' || n % 200, '会員', 'すてきです。作ってみます。', 'own', 1700000000000 + n
    from generate_series(1, ${sql.lit(comments)}) n`,
  sql`insert into orders (id, order_number, state, browser_token, cart_fingerprint, access_token, subtotal, shipping, total, tax_included,
      currency, from_view, cancel_path, attempt, session_expires_at, session_id, payment_intent, customer_name, customer_email,
      customer_phone, shipping_address, practice, confirmation_text, submit_text, shipping_text, terms_version, created_at, paid_at,
      shipped_at, checked_at)
    select 'o' || n, 'NS-' || n, 'paid', 'b' || n, 'f', md5('a' || n), 1000, 400, 1400, 1, 'jpy', 'cart', '/', 1, 0, 'cs_' || n, 'pi_' || n,
      '試野 布子' || n, 'b' || n || '@example.jp', '+8190' || lpad(n::text, 8, '0'),
      '{"recipient":"試野 布子","postalCode":"150-0001","prefecture":"東京都","city":"渋谷区","line1":"神宮前1-2-3","line2":"","country":"JP"}',
      0, repeat('最後の確認。', 100), '', '', '1', 1700000000000 + n, 1700000000000 + n, 1700000000000 + n, 0
    from generate_series(1, ${sql.lit(orders)}) n`,
  sql`insert into order_line (order_id, position, number, type, name, description, unit_price, quantity, free)
    select id, k, 'F-' || 1000 + k, 'fabric', 'リネン', '厚手', 500, 1, 0 from orders, generate_series(1, 2) k`,
  sql`insert into order_event (id, order_id, happened_at, what, actor)
    select id || '-' || k, id, created_at, 'paid', 'provider' from orders, generate_series(1, 3) k`,
  sql`insert into mail (id, kind, subject_key, recipient, subject, text, html, message_id, state, attempts, next_attempt_at, claimed_until,
      created_at)
    select id || '-' || k, 'kind' || k, id, 'b@example.jp', 'ご注文', '', '', id || k, 'sent', 1, 0, 0, created_at
    from orders, generate_series(1, 3) k`,
  sql`analyze`,
]

const timed: [string, number][] = []
const time = async <T>(name: string, task: () => Promise<T>): Promise<T> => {
  const startedAt = performance.now()
  const result = await task()
  timed.push([name, Math.round(performance.now() - startedAt)])
  return result
}

const timedMigrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(allMigrations).map(([name, { up }]) => [
    name,
    { up: (db: Kysely<unknown>) => time(`migration ${name}`, () => up(db)) },
  ]),
)

const dataDir = await mkdtemp(join(memoryFolder(), 'shop-upgrade-'))
const cluster = await startPostgresCluster()
try {
  const settings = { dataDir, databaseUrl: cluster.url('postgres'), log: silentLog }
  const before = await openDatabase(settings)
  await migrate(
    before,
    Object.fromEntries(Object.entries(allMigrations).filter(([name]) => name.slice(0, 4) <= formerRelease)),
  )
  for (const rows of rowsOfBefore)
    await time('filling', () =>
      before.db.connection().execute(async (one) => {
        await sql`set statement_timeout = 0`.execute(one)
        await rows.execute(one)
      }),
    )
  console.log(`filled in ${timed.reduce((sum, [, ms]) => sum + ms, 0)} ms`)
  timed.length = 0
  await time('all migrations', () => migrate(before, timedMigrations))
  await before.close()
  const shop = await time('look, open, count', () => openShopData(settings))
  const ctx = await servicesForTests(shop.db)
  await time('the issuer of orders', () => keepFormerIssuer(ctx))
  await time('beside the open shop: what orders of before lack', () => fillOrders(ctx))
  await shop.close()
  console.log(machine())
  for (const [name, ms] of timed) if (ms > 20) console.log(`${String(ms).padStart(8)} ms  ${name}`)
} finally {
  await cluster.stop()
  await rm(dataDir, { recursive: true, force: true })
}
