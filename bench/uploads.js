// npm run bench:uploads: how long the removal of unused uploads blocks the event loop, with 20,000 recipes of 80,000 pictures,
// on both engines; as a control, reading all recipes at once. A minute or two.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { photosInUse } from '../app/features/accounts/profile/queries.server.ts'
import { collectUploads } from '../app/features/pictures/collection.commands.server.ts'
import { uploadUrlsIn } from '../app/features/pictures/rules.ts'
import { productUploads } from '../app/features/pictures/sources.queries.server.ts'
import { uploadsOfRecipes } from '../app/features/recipes/posting.commands.server.ts'
import { migrate } from '../app/server/database/migrate.ts'
import { openDatabase } from '../app/server/database/open-database.ts'
import { silentLog } from '../app/server/log.ts'
import { startPostgresCluster } from '../tests/support/postgres-cluster.ts'
import { recipeRow } from '../tests/support/recipe-for-tests.ts'
import { machine } from './machine.js'
import { printTable } from './print-table.js'

const recipes = 20_000
const unused = 500
const members = 500
const day = 86_400_000

const nameOf = (number) => `${number.toString(16).padStart(32, '0')}-1200x900`
const urlOf = (number) => `/Image/uploads/${nameOf(number)}.jpg`

const longText = 'まっすぐ縫います。'.repeat(30)
const recipeOf = (at) =>
  recipeRow(`member-${at % members}`, {
    id: `work-${at}`,
    authorName: '花子',
    description: '裏地のある巾着です。'.repeat(20),
    steps: [1, 2, 3].map((id) => ({ id, description: longText, imageUrl: urlOf(4 * at + id) })),
    mainImageUrl: urlOf(4 * at),
    createdAt: at,
    updatedAt: at,
  })

const inPortions = async (count, rowsOf, insert) => {
  for (let from = 0; from < count; from += 500)
    await insert(Array.from({ length: Math.min(500, count - from) }, (_, at) => rowsOf(from + at)).flat())
}

const fill = async (db) => {
  const at = '2026-01-01T00:00:00.000Z'
  const member = (number) => ({
    id: `member-${number}`,
    name: '花子',
    email: `${number}@mail.example`,
    emailVerified: 1,
    createdAt: at,
    updatedAt: at,
  })
  const upload = (number) => ({
    name: nameOf(number),
    kind: 'picture',
    width: 1200,
    height: 900,
    bytes: 500_000,
    source: 'own',
    lastPutAt: number + 2,
  })
  await db.transaction().execute(async (trx) => {
    await inPortions(members, member, (rows) => trx.insertInto('member').values(rows).execute())
    await inPortions(4 * recipes + unused, upload, (rows) => trx.insertInto('upload').values(rows).execute())
    await inPortions(recipes, recipeOf, (rows) => trx.insertInto('recipe').values(rows).execute())
    const noted = (number) =>
      [0, 1, 2, 3].map((each) => ({ recipeId: `work-${number}`, name: nameOf(4 * number + each) }))
    await inPortions(recipes, noted, (rows) => trx.insertInto('recipeUpload').values(rows).execute())
  })
}

const everything = async (db) => {
  const texts = db.selectFrom('recipe').select(['mainImageUrl', 'pdfUrl', 'steps', 'affiliateProducts'])
  const rows = await texts.execute()
  return new Set(rows.flatMap((row) => uploadUrlsIn(Object.values(row).join('\n')))).size
}

/** CPU ms of the main thread: other programs do not count. */
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Texts in ms: duration, and CPU time of the longest turn of the event loop and of 99.9 % of them. */
const measured = async (task) => {
  const turns = []
  let isOver = false
  const watch = async () => {
    for (let last = cpuMs(); !isOver; ) {
      await nextTurn()
      const now = cpuMs()
      turns.push(now - last)
      last = now
    }
  }
  const watching = watch()
  await nextTurn()
  const from = performance.now()
  await task()
  const ms = performance.now() - from
  isOver = true
  await watching
  turns.sort((one, other) => one - other)
  return [ms.toFixed(0), turns.at(-1).toFixed(1), turns[Math.floor(turns.length * 0.999)].toFixed(1)]
}

const uploadsInUse = async (db, names) =>
  (await Promise.all([uploadsOfRecipes, photosInUse, productUploads].map((ask) => ask(db, names)))).flat()

const rowsFor = async (engine, settings) => {
  const database = await openDatabase({ ...settings, log: silentLog })
  try {
    await migrate(database)
    const { db } = database
    await fill(db)
    let now = 30 * day
    const ctx = { db, now: () => now, uploadFiles: { remove: async () => {} } }
    const collect = async () => {
      const removed = await collectUploads(ctx, uploadsInUse, new AbortController().signal)
      console.log(`${engine}: ${removed} of ${unused} unused ones removed`)
    }
    const control = await measured(() => everything(db))
    const first = await measured(collect)
    now += 3_600_000
    const next = await measured(collect)
    return [
      [engine, 'all recipes read at once (control)', ...control],
      [engine, 'a run that looks at every upload', ...first],
      [engine, 'the run an hour later', ...next],
    ]
  } finally {
    await database.close()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'bench-uploads-'))
const cluster = await startPostgresCluster()
try {
  const rows = [
    ...(await rowsFor('SQLite', { dataDir: folder })),
    ...(await rowsFor('PostgreSQL', { dataDir: folder, databaseUrl: cluster.url('postgres') })),
  ]
  console.log(`\n${machine()}, ${recipes} recipes\n`)
  printTable([['engine', 'what', 'ms', 'longest turn (CPU ms)', '99.9 % of turns'], ...rows])
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true })
}
