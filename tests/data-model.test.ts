import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tableOwners } from './support/architecture/table-owners.ts'
import { dataModelPicture, tablesOf } from './support/data-model.ts'

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const schema = readFileSync(at('db/schema.sql'), 'utf8')

/** Folders in the order of their names, the server's own behind those of the features. */
const owners = new Map(
  [...tableOwners]
    .map(([table, folder]) => [table.replaceAll(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`), folder] as const)
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

test('a key, a held reference and one that is only named are told apart', () => {
  const [, order, , line] = tablesOf(
    [
      'create table product (\n  number text not null,\n  primary key (number)\n);',
      'create table orders (\n  id text not null,\n  number text not null,\n  primary key (id)\n);',
      'create virtual table search_text using fts5 (title);',
      'create table order_line (\n  order_id text not null,\n  number text not null,\n  units integer not null, -- SQLite\n  units bigint not null, -- PostgreSQL\n  foreign key (order_id) references orders (id),\n  check (units > 0),\n  primary key (order_id)\n);',
    ].join('\n\n'),
  )
  expect(order?.columns).toEqual([
    { name: 'id', isKey: true },
    { name: 'number', isKey: false },
  ])
  expect(line?.columns).toEqual([
    { name: 'order_id', isKey: true, to: { table: 'orders', held: true } },
    { name: 'number', isKey: false, to: { table: 'product', held: false } },
    { name: 'units', isKey: false },
  ])
})
