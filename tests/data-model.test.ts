import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tableOwners } from './support/architecture/table-owners.ts'
import { dataModelPicture, tablesOf } from './support/data-model.ts'

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const schema = readFileSync(at('db/schema.sql'), 'utf8')

/** The folder of each table, a feature's whatever sub-folder writes it, in the order of their names. */
const folderOf = (owner: string) => /^app\/(?:features\/)?[\w-]+/.exec(owner)?.[0] ?? owner

const owners = new Map(
  [...tableOwners]
    .map(
      ([table, folder]) =>
        [table.replaceAll(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`), folderOf(folder)] as const,
    )
    .sort(([, a], [, b]) => a.localeCompare(b)),
)

test('docs/data-model.svg is drawn from db/schema.sql; npm run data-model draws it anew', async () => {
  await expect(dataModelPicture(schema, owners)).toMatchFileSnapshot(at('docs/data-model.svg'))
})

test('every table and column of db/schema.sql is in the picture, once', () => {
  const tables = tablesOf(schema)
  expect(tables.length).toBeGreaterThan(60)
  expect(tables.map(({ name }) => name).sort()).toEqual([...owners.keys()].sort())
  const picture = dataModelPicture(schema, owners)
  for (const { name, columns } of tables) {
    expect(picture.split(`font-weight="700">${name}</text>`), name).toHaveLength(2)
    for (const column of columns) expect(picture).toMatch(new RegExp(`[>, ]${column.name}[<,]`))
  }
})

test('a key, a reference that the database holds and one that is only named are told apart', () => {
  const lines = (name: string, ...columns: string[]) =>
    `create table ${name} (\n  ${columns.join(',\n  ')}\n);`
  const tables = tablesOf(
    [
      lines('product', 'number text not null', 'primary key (number)'),
      lines('orders', 'id text not null', 'number text not null', 'payment_intent text', 'primary key (id)'),
      'create virtual table search_text using fts5 (title);',
      lines(
        'order_line',
        'order_id text not null',
        'number text not null',
        'units integer not null, -- SQLite',
        'units bigint not null, -- PostgreSQL',
        'foreign key (order_id) references orders (id)',
        'check (units > 0)',
        'primary key (order_id)',
      ),
      lines('payment', 'payment_intent text not null', 'order_id text', 'primary key (payment_intent)'),
      lines('stock_piece', 'id text not null', 'primary key (id)'),
      lines('stock_claim', 'piece_id text not null', 'session_id text', 'primary key (piece_id)'),
      lines('member_session', 'id text not null', 'primary key (id)'),
    ].join('\n\n'),
  )
  const named = tables.flatMap(({ name, columns }) =>
    columns.map(({ name: column, isKey, to }) =>
      [name, isKey ? `*${column}` : column, to ? (to.held ? '→' : '⇢') + to.table : ''].join(' ').trim(),
    ),
  )
  expect(named).toEqual([
    'product *number',
    'orders *id',
    'orders number',
    'orders payment_intent ⇢payment',
    'order_line *order_id →orders',
    'order_line number ⇢product',
    'order_line units',
    'payment *payment_intent',
    'payment order_id ⇢orders',
    'stock_piece *id',
    'stock_claim *piece_id ⇢stock_piece',
    'stock_claim session_id',
    'member_session *id',
  ])
})
