// @every: clusters of PostgreSQL of its own

import { chown, copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '#cli/run-command.server.ts'
import { certificateForTests } from '../../../tests/support/certificate-for-tests.ts'
import { freePort } from '../../../tests/support/free-port.ts'
import {
  type PostgresCluster,
  postgresUser,
  startPostgresCluster,
} from '../../../tests/support/postgres-cluster.ts'
import { startReplica } from '../../../tests/support/postgres-replica.ts'
import { waitFor } from '../../../tests/support/wait-for.ts'
import { lookBeforeOpening, openShopData } from '../data-folder/open-shop-data.ts'
import { silentLog } from '../log.ts'
import { withCheckedTls } from '../secret-address.ts'
import { checkUsable, judgeDatabase } from './database-check.ts'
import { databaseFault } from './database-fault.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

const ends: (() => Promise<unknown>)[] = []
let cluster: PostgresCluster
let admin: pg.Pool
/** With users of its own that need a password, and one that comes in over TLS alone. */
beforeAll(async () => {
  cluster = await startPostgresCluster()
  admin = new pg.Pool({ connectionString: cluster.url('postgres'), max: 1 })
  for (const name of ['nuno', 'nuno_tls', 'nuno_outside'])
    await admin.query(`create role ${name} login password 'kagi'`)
  await admin.query('create role nuno_group nologin; create role nuno_full login connection limit 0')
  const file: string = (await admin.query('show hba_file')).rows[0]?.hba_file
  const rules = [
    'local all all trust',
    'host all,replication postgres 127.0.0.1/32 trust',
    'host all nuno 127.0.0.1/32 scram-sha-256',
    'host all nuno_group,nuno_full 127.0.0.1/32 trust',
    'hostssl all nuno_tls 127.0.0.1/32 scram-sha-256',
  ]
  await writeFile(file, rules.join('\n'))
  await admin.query('select pg_reload_conf()')
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
  await admin.end()
  await cluster.stop()
})

let made = 0
/** A new database; `sql` is run in it. */
const database = async (sql = '', options = ''): Promise<string> => {
  made += 1
  const name = `checked_${made}`
  await admin.query(`create database ${name} ${options}`)
  await inside(name, sql)
  return name
}

const inside = async (name: string, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: cluster.url(name) })
  await client.connect()
  await client.query(sql)
  await client.end()
}

const addressFor = (name: string, { user = 'postgres', password = '', query = '' } = {}): string => {
  const url = new URL(cluster.url(name))
  Object.assign(url, { username: user, password })
  return `${url.href}${query}`
}

const checked = async (databaseUrl: string) => {
  const opened = await openDatabase({ databaseUrl: withCheckedTls(databaseUrl), dataDir: '', log: silentLog })
  return checkUsable(opened, 'X').finally(opened.close)
}

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'checked-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const nuno = { user: 'nuno', password: 'kagi' }

const unusable: Readonly<Record<string, readonly [make: () => Promise<string>, says: RegExp]>> = {
  'no right to make tables, PostgreSQL 15’s default': [
    async () => addressFor(await database(), nuno),
    /^Xに表を作る権限がありません.*grant create on schema public/,
  ],
  'a table of another program': [
    async () => addressFor(await database('create table member (name text)')),
    /^Xは空ではありません（表が1個あります：member）/,
  ],
  'tables of another program that uses the same library': [
    async () => addressFor(await database('create table kysely_migration (id int); create table x (y int)')),
    /^Xは空ではありません（表が2個あります：kysely_migration、x）/,
  ],
  'another encoding': [
    async () => addressFor(await database('', "encoding 'EUC_JP' locale 'C' template template0")),
    /^Xの文字コードは EUC_JP です/,
  ],
  'no encoding at all': [
    async () => addressFor(await database('', "encoding 'SQL_ASCII' locale 'C' template template0")),
    /^Xの文字コードは SQL_ASCII です/,
  ],
  'no schema': [
    async () => addressFor(await database('drop schema public')),
    /^Xには、表を置くスキーマがありません/,
  ],
  'a database that is set read-only': [
    async () => {
      const name = await database()
      await admin.query(`alter database ${name} set default_transaction_read_only = on`)
      return addressFor(name)
    },
    /^Xは、読み取り専用にされています/,
  ],
  'no such database': [async () => addressFor('no_such_database'), /^Xがサーバーにありません/],
  'a wrong password': [
    async () => addressFor('postgres', { ...nuno, password: 'another' }),
    /^Xに入れません。ユーザー名かパスワードが違います/,
  ],
  'no password': [
    async () => addressFor('postgres', { user: 'nuno' }),
    /^Xに入れません。パスワードが要ります/,
  ],
  'a user who is not let in from here': [
    async () => addressFor('postgres', { ...nuno, user: 'nuno_outside' }),
    /^Xは、このコンピューターからのつながりを、このままでは受けつけません.*sslmode=verify-full.*pg_hba.conf/,
  ],
  'a user who may not log in': [
    async () => addressFor('postgres', { user: 'nuno_group' }),
    /^Xに入れません。ユーザー名を/,
  ],
  'a user who has no connection left': [
    async () => addressFor('postgres', { user: 'nuno_full' }),
    /^Xが、これ以上つながりを受けつけません/,
  ],
  'no right to connect': [
    async () => {
      const name = await database()
      await admin.query(`revoke connect on database ${name} from public`)
      return addressFor(name, nuno)
    },
    /^Xに対する権限が足りません/,
  ],
  'a port on which nobody is': [
    async () => `postgres://nuno:kagi@127.0.0.1:${await freePort()}/shop`,
    /^Xのサーバーが、そのホストとポートにいません（ECONNREFUSED）/,
  ],
  'a host that has no address': [
    async () => 'postgres://nuno:kagi@no-such-host.invalid/shop',
    /^Xのサーバーの名前が見つかりません（(?:ENOTFOUND|EAI_AGAIN)）/,
  ],
  'a socket file that is not there': [
    async () => 'postgres://nuno@%2Fno%2Fsuch%2Ffolder/shop',
    /^Xのサーバーが、そのホストとポートにいません（ENOENT）/,
  ],
  'sslmode=require at a server without TLS': [
    async () => addressFor('postgres', { query: '?sslmode=require' }),
    /^Xのサーバーは TLS を使えません/,
  ],
  'a certificate’s file that is not there': [
    async () => addressFor('postgres', { query: '?sslmode=require&sslrootcert=/no/such/ca.pem' }),
    /^X：アドレスの sslrootcert・sslcert・sslkey に書いたファイルが読めません（ENOENT）/,
  ],
}

describe.each(Object.entries(unusable))('D96: %s', (_what, [make, says]) => {
  test('is one sentence with what to do, and nothing is written', async () => {
    const address = await make()
    const { problem } = await checked(address)
    expect(problem).toMatch(says)
    expect(problem).toMatch(/ください[^\n]*。$/)
    expect(problem).not.toMatch(/kagi|another/)
  })
})

const facts = {
  version: 150_019,
  encoding: 'UTF8',
  isStandby: false,
  isReadOnly: false,
  schema: 'public',
  mayCreate: true,
  tables: [],
  closed: [],
}

test('D96: a PostgreSQL that is too old is told with what is wanted', () => {
  expect(judgeDatabase({ ...facts, version: 119_999 }, [], 'X').problem).toMatch(
    /^Xの PostgreSQL は 11 です。12 かそれより新しいものが要ります/,
  )
  expect(judgeDatabase({ ...facts, version: 120_000 }, [], 'X')).toEqual({ problem: null, warning: null })
})

test('D96: an empty database, one with an extension alone, and one with a shop are fine; the shop’s user needs no right to make tables any more', async () => {
  expect(await checked(addressFor(await database()))).toEqual({ problem: null, warning: null })
  const name = await database('create extension pg_buffercache')
  await openShopAt(name)
  await grantTables(name)
  expect(await checked(addressFor(name, nuno))).toEqual({ problem: null, warning: null })
})

test('D96: a shop whose tables this user may not read and write, or only read, is told', async () => {
  const name = await database()
  await openShopAt(name)
  expect((await checked(addressFor(name, nuno))).problem).toMatch(
    /^Xの表 .+ などを読み書きする権限がありません/,
  )
  await grantTables(name)
  await inside(name, 'revoke delete on member from nuno')
  expect((await checked(addressFor(name, nuno))).problem).toMatch(/^Xの表 member などを読み書きする権限/)
})

test('D96: what a server says later, or a certificate that is over, is a sentence too', () => {
  const fault = (code: string) => databaseFault(Object.assign(new Error('it said so'), { code }), 'X')
  expect(fault('25006')).toMatch(/^Xは読み取り専用です。.*ください。$/)
  expect(fault('CERT_HAS_EXPIRED')).toMatch(/^Xのサーバーの証明書の期限が合いません（CERT_HAS_EXPIRED）/)
  expect(fault('57P03')).toMatch(/^Xが答えません（it said so）/)
  for (const said of [
    'unsupported startup parameter: options',
    'unsupported startup parameter in options: options',
  ])
    expect(databaseFault(Object.assign(new Error(said), { code: '08P01' }), 'X')).toMatch(
      /^Xの中継（pgbouncer など）が、アドレスの options を受けつけません/,
    )
  expect([fault('42601'), databaseFault('no error', 'X')]).toEqual([undefined, undefined])
})

test('D96: a shop that lives in a database of another encoding opens, and is told how to mend it', async () => {
  const name = await database('', "encoding 'SQL_ASCII' locale 'C' template template0")
  const opened = await openDatabase({ databaseUrl: addressFor(name), dataDir: '', log: silentLog })
  await migrate(opened).finally(opened.close)
  const { problem, warning } = await checked(addressFor(name))
  expect(problem).toBe(null)
  expect(warning).toMatch(/^Xの文字コードは SQL_ASCII で、UTF8 ではありません.*move --to sqlite/)
  const env = { DATABASE_URL: addressFor(name), DATA_DIR: await newFolder() }
  expect(await runCommand('data', ['status'], env)).toMatchObject({
    lines: expect.arrayContaining([
      expect.stringMatching(/^【要確認】DATABASE_URL のデータベースの文字コードは SQL_ASCII/),
    ]),
    exitCode: 1,
  })
})

const openShopAt = async (name: string) => {
  const dataDir = await newFolder()
  const shop = await openShopData({ databaseUrl: addressFor(name), dataDir, log: silentLog })
  await shop.close()
}

const grantTables = (name: string) =>
  inside(name, 'grant select, insert, update, delete on all tables in schema public to nuno')

test('D96: a standby is told from the database that it follows', async () => {
  const name = await database()
  const replica = await startReplica(cluster.url(name), (close) => ends.push(close))
  expect((await checked(replica.url)).problem).toMatch(/^Xは、読み取り専用の複製（スタンバイ）です/)
})

describe('D96: over TLS', () => {
  beforeAll(async () => {
    const { cert, key } = await certificateForTests('DNS:localhost', (remove) => ends.push(remove))
    const folder: string = (await admin.query('show data_directory')).rows[0]?.data_directory
    const user = postgresUser()
    for (const [from, name] of [[cert, 'server.crt'] as const, [key, 'server.key'] as const]) {
      await copyFile(from, join(folder, name))
      if (user) await chown(join(folder, name), user.uid, user.gid)
    }
    certificate = cert
    await admin.query('alter system set ssl = on')
    await admin.query('select pg_reload_conf()')
    await waitFor('the reload', 10_000, async () => (await admin.query('show ssl')).rows[0]?.ssl === 'on')
  })
  afterAll(async () => {
    await admin.query('alter system reset ssl')
    await admin.query('select pg_reload_conf()')
    await waitFor('the reload', 10_000, async () => (await admin.query('show ssl')).rows[0]?.ssl === 'off')
  })
  let certificate = ''
  const at = (host: string, query: string) =>
    addressFor('template1', { ...nuno, user: 'nuno_tls', query }).replace('127.0.0.1', host)

  test('a user who must come over TLS is told so', async () => {
    expect((await checked(at('127.0.0.1', ''))).problem).toMatch(
      /^Xは、このコンピューターからのつながりを、このままでは受けつけません.*sslmode=verify-full/,
    )
  })

  test.each(['require', 'prefer', 'verify-ca', 'verify-full'])(
    'sslmode=%s checks the certificate, and says where its issuer’s is written',
    async (mode) => {
      expect((await checked(at('localhost', `?sslmode=${mode}`))).problem).toMatch(
        /^Xのサーバーの証明書を確かめられません（DEPTH_ZERO_SELF_SIGNED_CERT）.*sslrootcert.*NODE_EXTRA_CA_CERTS/,
      )
      const known = await checked(at('localhost', `?sslmode=${mode}&sslrootcert=${certificate}`))
      // In, and no further: template1 belongs to somebody else.
      expect(known.problem).toMatch(/^Xに表を作る権限がありません/)
    },
  )

  test('a user who is not let in at all is told so', async () => {
    const outside = at('localhost', `?sslmode=require&sslrootcert=${certificate}`).replace(
      'nuno_tls',
      'nuno_outside',
    )
    expect((await checked(outside)).problem).toMatch(
      /^Xは、このコンピューターからのつながりを許していません.*pg_hba.conf/,
    )
  })

  test('a certificate of another name is told', async () => {
    const other = await checked(at('127.0.0.1', `?sslmode=require&sslrootcert=${certificate}`))
    expect(other.problem).toMatch(/^Xのサーバーの証明書は、別の名前のものです/)
  })

  test('who writes no-verify has chosen it', async () => {
    expect((await checked(at('127.0.0.1', '?sslmode=no-verify'))).problem).toMatch(/^Xに表を作る権限/)
  })
})

describe('D96: each door of the shop says the same sentence, and has written nothing', () => {
  const kinds = [
    'no right to make tables, PostgreSQL 15’s default',
    'a table of another program',
    'another encoding',
    'no such database',
    'a wrong password',
    'a port on which nobody is',
    'sslmode=require at a server without TLS',
  ]
  test.each(kinds)('%s', async (kind) => {
    const [make, says] = unusable[kind] ?? []
    if (make === undefined || says === undefined) throw new Error(kind)
    const DATABASE_URL = withCheckedTls(await make())
    const said = new RegExp(says.source.slice(2))
    const DATA_DIR = await newFolder()
    const env = { DATA_DIR, DATABASE_URL }
    const told = (error: unknown): string => {
      if (!(error instanceof Error)) throw error
      return String(Reflect.get(error, 'problems') ?? error.stack)
    }
    const commandSays = async (words: readonly string[], given: Record<string, string> = env) => {
      const [name = '', ...more] = words
      const answer = await runCommand(name, more, given).then(({ lines }) => lines.join('\n'), told)
      return answer.split('\n').filter((line) => said.test(line)).length === 1 && !/^ +at /m.test(answer)
        ? 'said'
        : answer
    }
    const start = await lookBeforeOpening({
      databaseUrl: DATABASE_URL,
      dataDir: DATA_DIR,
      log: silentLog,
    }).then(() => 'opened', told)
    expect(start).toMatch(said)
    for (const words of [
      ['shop', 'status'],
      ['orders', 'list'],
      ['data', 'status'],
      ['data', 'accept'],
      ['data', 'backup', join(DATA_DIR, '..', 'nowhere')],
      ['data', 'import-documents', 'x.ndjson'],
    ])
      expect(await commandSays(words), words.join(' ')).toBe('said')
    const sqlite = await newFolder()
    await (await openShopData({ dataDir: sqlite, log: silentLog })).close()
    expect(await commandSays(['data', 'move', '--to', DATABASE_URL, '--look'], { DATA_DIR: sqlite })).toBe(
      'said',
    )
    expect(await commandSays(['data', 'move', '--to', DATABASE_URL], { DATA_DIR: sqlite })).toBe('said')
    const to = join(DATA_DIR, 'restored')
    expect(await commandSays(['data', 'restore', 'no-such-backup.tar', to, DATABASE_URL])).toBe('said')
    expect(await readdir(DATA_DIR)).toEqual([])
  })
})
