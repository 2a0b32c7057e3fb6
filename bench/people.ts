// npm run bench:people [-- ENGINE]: what the owner's lists of people cost at their largest, on both engines: 会員 with 5,000 members, a member's page,
// and 記録 with 100,000 rows, filtered. Each the median of some rounds: ms until it is there, and the longest piece of processor time of it, which is
// what holds the process; both as ratios to a fixed piece of work beside them, too. About three minutes.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { listedMembers } from '../app/features/accounts/members/list.queries.server.ts'
import { memberOfDesk } from '../app/features/accounts/members/page.queries.server.ts'
import { type LogFilter, logOf, logPage } from '../app/features/desk/log.queries.server.ts'
import type { ToldActs } from '../app/kernel/facts.ts'
import { migrate } from '../app/server/database/migrate.ts'
import { openDatabase } from '../app/server/database/open-database.ts'
import { silentLog } from '../app/server/log.ts'
import type { Schema } from '../db/schema.ts'
import { startPostgresCluster } from '../tests/support/postgres-cluster.ts'
import { recipeRow } from '../tests/support/recipe-for-tests.ts'
import { longestPiece } from './longest-piece.ts'
import { machine } from './machine.js'
import { printTable } from './print-table.js'
import { yardstickMs } from './yardstick.ts'

const members = 5_000
const acts = 100_000
const rounds = 7
const now = Date.UTC(2026, 10, 23)
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The words of acts cost nothing. */
const toldActs: ToldActs = new Map()

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const inBlocks = async (count: number, put: (some: readonly number[]) => Promise<unknown>) => {
  for (let from = 0; from < count; from += 250)
    await put(numbers(Math.min(250, count - from)).map((at) => from + at))
}
const idOf = (at: number) => `member-${String(at).padStart(4, '0')}`

/** Every fifth has two recipes, every tenth may not post, every hundredth is suspended; 20,000 comments. */
const addMembers = async (db: Kysely<Schema>) => {
  const fields = (at: number) => {
    const createdAt = new Date(now - at * 3_600_000).toISOString()
    return {
      id: idOf(at),
      name: `山田 花子${at}`,
      email: `hanako-${at}@mail.example`,
      emailVerified: at % 3 === 0 ? 0 : 1,
      createdAt,
      updatedAt: createdAt,
    }
  }
  await inBlocks(members, (some) => db.insertInto('member').values(some.map(fields)).execute())
  await inBlocks(members, (some) =>
    db
      .insertInto('memberProfile')
      .values(
        some.map((at) => ({
          memberId: idOf(at),
          canUpload: at % 10 === 0 ? 0 : 1,
          joinDate: '',
          updatedAt: 0,
        })),
      )
      .execute(),
  )
  await inBlocks(members / 100, (some) =>
    db
      .insertInto('suspendedMember')
      .values(some.map((at) => ({ memberId: idOf(at * 100), reason: '理由', suspendedAt: now })))
      .execute(),
  )
  await inBlocks((members / 5) * 2, (some) =>
    db
      .insertInto('recipe')
      .values(
        some.map((at) =>
          recipeRow(idOf(Math.floor(at / 2) * 5), { id: `recipe-${at}`, title: `巾着 ${at}`, createdAt: at }),
        ),
      )
      .execute(),
  )
  await inBlocks(members * 4, (some) =>
    db
      .insertInto('comment')
      .values(
        some.map((at) => ({
          ...{
            id: `comment-${at}`,
            recipeId: `recipe-${at % 1_000}`,
            authorId: idOf(at % members),
            authorName: '',
          },
          ...{ text: 'すてきな作品ですね。', source: 'own' as const, createdAt: at },
        })),
      )
      .execute(),
  )
}

/** Three of four are a packer's ticks; the owner decides about members now and then. */
const addActs = (db: Kysely<Schema>) =>
  inBlocks(acts, (some) =>
    db
      .insertInto('audit')
      .values(
        some.map((at) => {
          const isTick = at % 4 !== 0
          const act = isTick ? 'packing.tick' : at % 20 === 0 ? 'member.stop-posting' : 'order.note'
          return {
            ...{
              id: `act-${at}`,
              requestId: `request-${at}`,
              contentHash: '',
              happenedAt: now - at * 60_000,
            },
            ...{
              actorId: null,
              actorName: isTick ? '次郎' : `店主${at % 3}`,
              actorRole: isTick ? 'packer' : 'owner',
            },
            ...{
              act,
              subject: act.startsWith('member') ? `member:${idOf(at % 50)}` : `order:order-${at % 9_000}`,
            },
            ...{ before: null, after: null, answer: 'null', press: null },
          }
        }),
      )
      .execute(),
  )

const usual = { sort: null, direction: 'asc', size: 100, page: 1 } as const
const tasksOf = (db: Kysely<Schema>): Readonly<Record<string, () => Promise<unknown>>> => {
  const list = (parts: object) => () => listedMembers(db, { ...usual, q: '', filters: {}, ...parts })
  const log =
    (filter: LogFilter, parts: object = {}) =>
    () =>
      logPage(db, filter, toldActs, { ...usual, direction: 'desc', ...parts })
  return {
    会員: list({}),
    '会員, by works': list({ sort: 'recipes', direction: 'desc' }),
    '会員, by name': list({ sort: 'name' }),
    '会員, a name': list({ q: '花子4321' }),
    '会員, may not post': list({ filters: { posting: 'no' } }),
    '会員, last page': list({ page: 999 }),
    'a member’s page': async () => {
      await memberOfDesk(db, idOf(5), now)
      await logOf(db, `member:${idOf(20)}`, toldActs)
    },
    記録: log({}),
    '記録, a person': log({ who: '店主0' }),
    '記録, a packer': log({ who: '次郎' }),
    '記録, an act': log({ act: 'member.stop-posting' }),
    '記録, the ticks': log({ act: 'packing.tick' }),
    '記録, a person and days': log({ who: '店主1', from: '2026-10-01', to: '2026-10-31' }),
    '記録, by person': log({}, { sort: 'who' }),
  }
}

const [asked] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'bench-people-'))
try {
  console.log(`${machine()}; ${members} members, ${acts} acts, ${rounds} rounds`)
  for (const engine of ['sqlite', 'postgres'].filter((each) => asked === undefined || each === asked)) {
    const cluster = engine === 'postgres' ? await startPostgresCluster() : undefined
    await cluster?.create('people')
    const database = await openDatabase({
      dataDir: folder,
      databaseUrl: cluster?.url('people'),
      log: silentLog,
    })
    try {
      const { db } = database
      await migrate(database)
      await addMembers(db)
      await addActs(db)
      // PostgreSQL's autovacuum does this within a minute.
      if (cluster !== undefined) await sql`analyze`.execute(db)
      const rows = [[engine, 'ms', 'ratio', 'longest piece', 'ratio']]
      for (const [name, task] of Object.entries(tasksOf(db))) {
        const [times, pieces, fixed]: [number[], number[], number[]] = [[], [], []]
        for (let round = 0; round <= rounds; round += 1) {
          fixed.push(yardstickMs())
          const begin = performance.now()
          await task()
          times.push(performance.now() - begin)
          pieces.push(await longestPiece(task))
        }
        const yard = median(fixed)
        const figures = [times, pieces].map((each) => median(each.slice(1)))
        rows.push([name, ...figures.flatMap((each) => [each.toFixed(1), (each / yard).toFixed(1)])])
      }
      printTable(rows)
    } finally {
      await database.close()
      await cluster?.stop()
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
