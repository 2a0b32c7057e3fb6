import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { narrowings } from '../tests/support/schema-changes.ts'
import { schemaOfEngine } from '../tests/support/schema-text.ts'
import { writableSince } from './migrations/all-migrations.ts'

const textOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const former = textOf('released-schema.sql')
const now = textOf('schema.sql')
const lastOfRelease = Number(/up to (\d{4})/.exec(former)?.[1])

test.each(['sqlite', 'postgres'] as const)(
  'D51: programs of the last release find all that they know, or may not write beside this one (%s)',
  (engine) => {
    if (writableSince > lastOfRelease) return
    expect(narrowings(schemaOfEngine(former, engine), schemaOfEngine(now, engine))).toEqual([])
  },
)

test('D51: what is taken away, changed or demanded is named, and what is added is not', () => {
  const table = (...lines: string[]) => ['create table shelf (', ...lines.map((line) => `  ${line},`), ');']
  const before = table('id text not null', 'place integer', 'primary key (id)')
  const wider = [
    ...table(
      'id text not null',
      'place integer',
      'note text',
      'depth integer not null default 7',
      'primary key (id)',
    ),
    'create index shelf_place on shelf (place);',
    ...['create table box (', '  id text not null,', '  primary key (id)', ');'],
  ]
  expect(narrowings(before, wider)).toEqual([])
  expect(narrowings(wider, before)).toEqual([
    'shelf has no longer: note text',
    'shelf has no longer: depth integer not null default 7',
    'box is gone',
  ])
  const demanding = [
    ...table(
      'id text not null',
      'place integer not null',
      'who text not null',
      'check (place > 0)',
      'primary key (id)',
    ),
    'create unique index shelf_place on shelf (place);',
  ]
  expect(narrowings(before, demanding)).toEqual([
    'shelf has no longer: place integer',
    'shelf demands: place integer not null',
    'shelf demands: who text not null',
    'shelf demands: check (place > 0)',
    'shelf demands: create unique index shelf_place on shelf (place);',
  ])
})
