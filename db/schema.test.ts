import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onBothEngines } from '../tests/support/database-for-tests.ts'
import { differencesIn, schemaLines, schemaOfEngine, schemaText } from '../tests/support/schema-text.ts'

const written = readFileSync(new URL('schema.sql', import.meta.url), 'utf8')

onBothEngines('db/schema.sql', (open, { engine }) => {
  test('is what a migrated database looks like; npm run schema writes it anew', async () => {
    const { db } = await open()
    expect([...(await schemaLines(db)).values()].flat()).toEqual(schemaOfEngine(written, engine))
  })

  test('shows a column, a check, a key and an index more', async () => {
    const { db } = await open()
    const before = [...(await schemaLines(db)).values()].flat()
    await sql`create table shelf (product text not null unique references product (number) on delete cascade, place integer not null
      default 7 check (place > 0), primary key (product, place))`.execute(db)
    await sql`create unique index shelf_place on shelf (place) where place > 1`.execute(db)
    const more = [...(await schemaLines(db)).values()].flat().filter((line) => !before.includes(line))
    expect(more).toEqual([
      'create table shelf (',
      '  product text not null,',
      '  place integer not null default 7,',
      '  check (place > 0),',
      '  foreign key (product) references product (number) on delete cascade,',
      '  primary key (product, place),',
      '  unique (product)',
      'create unique index shelf_place on shelf (place) where place > 1;',
    ])
  })
})

test('the engines differ in their search, and in how they name the first word of a text, alone', () => {
  expect(differencesIn(written)).toEqual([
    "create index mail_by_subject on mail ((substr(subject_key, 1, instr(subject_key || ' ', ' ') - 1))); -- SQLite",
    "create index mail_by_subject on mail (split_part(subject_key, ' ', 1)); -- PostgreSQL",
    '  document_id integer not null, -- SQLite',
    '  document_id bigint not null, -- PostgreSQL',
    '  id integer not null, -- SQLite',
    "  id bigint not null default nextval('search_document_id_seq'::regclass), -- PostgreSQL",
    '  title text not null, -- PostgreSQL',
    '  body text not null, -- PostgreSQL',
    '  tokens tsvector not null, -- PostgreSQL',
    'create index search_document_tokens on search_document using gin (tokens); -- PostgreSQL',
    "create virtual table search_text using fts5 (title, body, content='', contentless_delete=1, tokenize='ascii', prefix='1'); -- SQLite",
  ])
})

test('a line that one engine lacks bears the name of the other', () => {
  const both = schemaText(
    new Map([['a', ['1', '2', '4']]]),
    new Map([
      ['a', ['1', '3', '4', '5']],
      ['b', ['6']],
    ]),
  )
  const lines = ['1', '2 -- SQLite', '3 -- PostgreSQL', '4', '5 -- PostgreSQL', '6 -- PostgreSQL']
  expect(both.split('\n').filter((line) => /^\d/.test(line))).toEqual(lines)
  expect(schemaOfEngine(both, 'sqlite')).toEqual(['1', '2', '4'])
  expect(schemaOfEngine(both, 'postgres')).toEqual(['1', '3', '4', '5', '6'])
})
