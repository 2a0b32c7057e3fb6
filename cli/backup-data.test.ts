// @every: backups, drills and restores of whole shops

import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { filesOf } from '~/features/pictures/rules.ts'
import { demoBackups } from '~/server/backup/backup-process.ts'
import { lastBackup } from '~/server/backup/last-backup.ts'
import { newKey } from '~/server/backup/seal.ts'
import { openShopData } from '~/server/data-folder/open-shop-data.ts'
import { paidOrdersIn } from '~/server/data-folder/shop-in-database.ts'
import { openDatabase } from '~/server/database/open-database.ts'
import { silentLog } from '~/server/log.ts'
import { rememberShopState } from '~/server/shop-state.ts'
import { postgresPlaces } from '../tests/support/database-places.ts'
import { addMember } from '../tests/support/member-for-tests.ts'
import { memoryFolder } from '../tests/support/memory-folder.ts'
import { addPaidOrders } from '../tests/support/paid-orders-for-tests.ts'
import { addRecipes } from '../tests/support/recipe-for-tests.ts'
import { bucketForTests, picturesKeyForTests, s3KeyForTests, startS3 } from '../tests/support/s3-server.ts'
import { addUpload } from '../tests/support/upload-for-tests.ts'
import { runCommand } from './run-command.server.ts'

const places = postgresPlaces()
afterAll(() => places.clear())

const start = async () => {
  const folder = await mkdtemp(join(memoryFolder(), 'shop-backup-command-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  const data = await openShopData({ dataDir, log: silentLog })
  await addPaidOrders(data.db, 3)
  await data.noteOrders()
  await data.close()
  await mkdir(join(dataDir, 'images', 'uploads'), { recursive: true })
  await writeFile(join(dataDir, 'images', 'uploads', 'a.webp'), 'picture a')
  const s3 = await startS3(onTestFinished)
  const key = await newKey()
  const env = {
    DATA_DIR: dataDir,
    BACKUP_TO: `s3://${bucketForTests}/shop`,
    BACKUP_S3_ENDPOINT: s3.endpoint,
    BACKUP_KEY: key.recipient,
    ...s3KeyForTests,
  }
  const run = (words: string[], more: Record<string, string> = {}) =>
    runCommand('data', words, { ...env, ...more })
  const noted = async () => {
    const database = await openDatabase({ dataDir, log: silentLog })
    return lastBackup(database.db).finally(() => database.close())
  }
  return { folder, dataDir, s3, key, run, noted }
}

test('D67: another shop’s bucket is refused before a copy is made beside the data; one that is away leaves that copy', async () => {
  const { dataDir, s3, run, noted } = await start()
  const copies = () => readdir(`${dataDir}-backup`).catch((): string[] => [])
  s3.objects.set('shop/.shop-id', Buffer.from('another shop'))
  const refused = await run(['backup'])
  expect(refused).toMatchObject({ exitCode: 1 })
  expect(refused.lines.join()).toContain('別のお店')
  expect(await copies()).toEqual([])
  expect((await noted()).failure).toContain('別のお店')
  s3.objects.delete('shop/.shop-id')
  s3.fault = () => 503
  const away = await run(['backup'])
  expect(away).toMatchObject({ exitCode: 1 })
  expect(away.lines.join()).toMatch(/混み合っています.*このコンピューターには取ってあります：.*\.tar\.age/)
  expect((await copies()).some((name) => name.endsWith('.tar.age'))).toBe(true)
})

test('D108: a demo’s backup lies in its data folder; no other shop’s may', async () => {
  const { dataDir, run, noted, s3 } = await start()
  const inside = demoBackups(dataDir)
  const refused = await run(['backup', inside])
  expect(refused.exitCode).toBe(1)
  expect(refused.lines.join()).toContain('データの場所の中')
  const database = await openDatabase({ dataDir, log: silentLog })
  await rememberShopState(database.db, 'demo', '1')
  await database.close()
  expect((await run(['backup', join(dataDir, 'elsewhere')])).exitCode).toBe(1)
  expect(await run(['backup', inside])).toMatchObject({ exitCode: 0 })
  expect((await readdir(inside)).filter((name) => name.endsWith('.tar.age'))).toHaveLength(1)
  expect(await noted()).toMatchObject({ failure: null, folder: inside })
  expect(s3.calls).toEqual([])
})

test('D90: what is wrong with the place in S3 is said, and noted, before anything is made beside the data', async () => {
  const { dataDir, s3, run, noted } = await start()
  const refused = async (more: Record<string, string>, sentence: string) => {
    for (const what of ['backup', 'drill', 'restore']) {
      const words = what === 'restore' ? [what, `s3://${bucketForTests}/shop`, `${dataDir}-to`] : [what]
      const { lines, exitCode } = await run(words, more)
      expect(exitCode).toBe(1)
      expect(lines[0]).toContain(sentence)
      expect(lines).toHaveLength(2)
    }
    expect((await noted()).failure).toContain(sentence)
    const status = await run(['status'], more)
    expect(status.exitCode).toBe(1)
    expect(status.lines.at(-1)).toContain(`s3://${bucketForTests}/shop：`)
    expect(status.lines.at(-1)).toContain(sentence)
  }
  await refused({ BACKUP_S3_REGION: 'us-east-1' }, 'BACKUP_S3_REGION=ap-northeast-1 に直してください')
  await refused({ BACKUP_S3_SECRET: 'another' }, 'BACKUP_S3_SECRET を、1文字ずつ')
  s3.fault = (call) => (call.startsWith('PUT') ? { status: 403, code: 'AccessDenied' } : undefined)
  const readOnly = await run(['backup'])
  expect(readOnly.lines[0]).toContain('許可がありません')
  expect(s3.calls.filter((call) => call.startsWith('PUT'))).toEqual(['PUT shop/.shop-id'])
  s3.objects.set('shop/.shop-id', Buffer.from('x'))
  await expect(readdir(`${dataDir}-backup`)).rejects.toThrow('ENOENT')
  // A setting that is wrong at night is a failed backup, too.
  for (const [more, sentence] of [
    [{ BACKUP_KEY: '' }, '鍵が必要です'],
    [{ BACKUP_TO: `s3://${bucketForTests}/../shop` }, 'の形で'],
  ] as const) {
    expect(await run(['backup'], more)).toMatchObject({ exitCode: 1 })
    expect((await noted()).failure).toContain(sentence)
  }
  await expect(readdir(`${dataDir}-backup`)).rejects.toThrow('ENOENT')
})

test('D90: a key that may read alone, or not list, is refused, once the place is this shop’s, before anything is made', async () => {
  const { dataDir, s3, run } = await start()
  expect((await run(['backup'])).exitCode).toBe(0)
  await rm(`${dataDir}-backup`, { recursive: true })
  for (const refused of ['PUT', 'GET ']) {
    const isRefused = (call: string) => (refused === 'GET ' ? call === refused : call.startsWith(refused))
    s3.fault = (call) => (isRefused(call) ? { status: 403, code: 'AccessDenied' } : undefined)
    expect((await run(['backup'])).lines[0]).toContain('許可がありません')
  }
  await expect(readdir(`${dataDir}-backup`)).rejects.toThrow('ENOENT')
})

test('D91: older backups that cannot be removed, there or here, are a warning, until a later night removes them', async () => {
  const { folder, s3, run, noted } = await start()
  const keep = { BACKUP_KEEP: '1,0,0' }
  const archives = () => [...s3.objects.keys()].filter((name) => name.endsWith('.tar.age'))
  await run(['backup'], keep)
  s3.fault = (call) => (call.startsWith('DELETE') ? { status: 403, code: 'AccessDenied' } : undefined)
  const made = await run(['backup'], keep)
  expect(made.exitCode).toBe(0)
  expect(made.lines.join()).toMatch(/【要確認】控えは取れています。.*許可がありません/)
  expect(made.lines.join()).not.toContain('控えは取れていません')
  expect(archives()).toHaveLength(2)
  expect(await noted()).toMatchObject({ failure: null, notPruned: expect.stringContaining('許可') })
  const status = await run(['status'], keep)
  expect(status.exitCode).toBe(1)
  expect(status.lines.join()).toContain('古い控えを消すことだけができませんでした')
  s3.fault = () => undefined
  expect((await run(['backup'], keep)).exitCode).toBe(0)
  expect(archives()).toHaveLength(1)
  expect(await run(['status'], keep)).toMatchObject({ exitCode: 0 })
  // A folder under an archive's name cannot be removed as a file.
  const place = join(folder, 'place')
  const local = { ...keep, BACKUP_KEY: '' }
  await run(['backup', place], local)
  await mkdir(join(place, 'backup-20200101T030000000Z.tar'))
  const here = await run(['backup', place], local)
  expect(here.exitCode).toBe(0)
  expect(here.lines.join()).toMatch(/【要確認】控えは取れています。.*place の古い控えを消せません/)
})

test('D40: a backup goes to S3 every night by one setting, and comes back from there alone', async () => {
  const { folder, dataDir, s3, key, run, noted } = await start()
  const made = await run(['backup'])
  expect(made).toMatchObject({ exitCode: 0 })
  expect(made.lines.at(-1)).toContain('個を送り、読み返して確かめました')
  expect(await noted()).toMatchObject({ failure: null })
  expect([...s3.objects.keys()].filter((name) => name.startsWith('shop/files/'))).toHaveLength(1)
  for (const content of s3.objects.values()) expect(content.toString('latin1')).not.toContain('picture a')
  // The laptop is gone, with the folder beside the data.
  await rm(dataDir, { recursive: true })
  await rm(`${dataDir}-backup`, { recursive: true })
  const to = join(folder, 'new')
  const locked = await run(['restore', `s3://${bucketForTests}/shop`, to])
  expect(locked.lines.join()).toContain('鍵がかかっています')
  const other = await newKey()
  const wrong = await run(['restore', `s3://${bucketForTests}/shop`, to], { BACKUP_SECRET_KEY: other.secret })
  expect(wrong).toMatchObject({ exitCode: 1 })
  expect(wrong.lines.join()).toContain('その鍵では開けません')
  const restored = await run(['restore', `s3://${bucketForTests}/shop`, to], {
    BACKUP_SECRET_KEY: key.secret,
  })
  expect(restored).toMatchObject({ exitCode: 0 })
  const shop = await openShopData({ dataDir: to, log: silentLog })
  expect(await paidOrdersIn(shop.db).finally(() => shop.close())).toBe(3)
  expect(await readdir(join(to, 'images', 'uploads'))).toEqual(['a.webp'])
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([])
})

test('D40: a copy that fails is no backup, and what lies here stays', async () => {
  const { dataDir, s3, run, noted } = await start()
  s3.fault = (call) => (call.startsWith('PUT shop/backup-') ? 403 : undefined)
  const failed = await run(['backup'])
  expect(failed).toMatchObject({ exitCode: 1 })
  expect(failed.lines.join()).toContain('S3 の鍵（BACKUP_S3_KEY_ID）に許可がありません')
  expect(await noted()).toMatchObject({ madeAt: null, failure: expect.stringContaining('S3') })
  expect((await readdir(`${dataDir}-backup`)).filter((name) => name.endsWith('.age'))).toHaveLength(1)
  expect([...s3.objects.keys()].filter((name) => name.endsWith('.age') && !name.includes('files/'))).toEqual(
    [],
  )
})

test('D40: nothing that is not locked, and nothing without a key of the bucket, is made for S3', async () => {
  const { dataDir, run } = await start()
  expect((await run(['backup'], { BACKUP_KEY: '' })).lines.join()).toContain('鍵が必要です')
  expect((await run(['backup'], { BACKUP_S3_SECRET: '' })).lines.join()).toContain('BACKUP_S3_SECRET')
  expect((await run(['drill'], { BACKUP_KEY: '' })).lines.join()).toContain('鍵が必要です')
  await expect(readdir(`${dataDir}-backup`)).rejects.toThrow('ENOENT')
})

test('D28: a drill that could not open its backup, or has no shop, makes none', async () => {
  const { folder, dataDir, run } = await start()
  const place = join(folder, 'place')
  for (const to of [[], [place]]) {
    const refused = await run(['drill', ...to])
    expect(refused).toMatchObject({ exitCode: 1 })
    expect(refused.lines.join()).toMatch(/BACKUP_SECRET_KEY に入れて/)
  }
  const none = await run(['drill', place], { DATA_DIR: join(folder, 'none'), BACKUP_KEY: '' })
  expect(none).toMatchObject({ exitCode: 1 })
  expect(none.lines[0]).toMatch(/まだお店がありません/)
  for (const made of [`${dataDir}-backup`, place]) await expect(readdir(made)).rejects.toThrow('ENOENT')
})

test('D28, D40: the drill brings back what lies in S3', async () => {
  const { s3, key, run } = await start()
  const drilled = await run(['drill'], { BACKUP_SECRET_KEY: key.secret })
  expect(drilled).toMatchObject({ exitCode: 0 })
  expect(drilled.lines.join('\n')).toContain('注文 3件')
  expect(s3.calls.filter((call) => /^GET shop\/backup-.*\.age$/.test(call)).length).toBeGreaterThan(1)
})

/** Changes the last byte of a file whose name contains `part`. */
const damage = async (folder: string, part = '') => {
  const name = (await readdir(folder)).find((each) => each.includes(part)) ?? ''
  const content = await readFile(join(folder, name))
  content[content.length - 1] = (content[content.length - 1] ?? 0) ^ 1
  await writeFile(join(folder, name), content)
}

test('D70: one damaged picture: the drill is red and names the way, restore goes on without it, and the next backup brings all back', async () => {
  const { folder, run } = await start()
  const place = join(folder, 'place')
  const local = { BACKUP_KEY: '' }
  const [archive = ''] = (await run(['backup', place], local)).lines[0]?.match(/\/\S+\.tar/) ?? []
  await damage(join(place, 'files'))
  for (const _again of [1, 2]) {
    const drilled = await run(['drill', place], local)
    expect(drilled.exitCode).toBe(1)
    expect(drilled.lines.join()).toMatch(/uploads\/a\.webp.*--without-damaged/)
  }
  expect(await run(['status'], local)).toMatchObject({ exitCode: 1 })
  const refused = await run(['restore', archive, join(folder, 'one')], local)
  expect(refused.exitCode).toBe(1)
  expect(refused.lines.join()).toMatch(/uploads\/a\.webp.*--without-damaged.*何も戻していません/)
  const without = await run(['restore', '--without-damaged', archive, join(folder, 'two')], local)
  expect(without.exitCode).toBe(0)
  expect(without.lines).toContain('  uploads/a.webp')
  expect(without.lines.join()).toContain('1枚を除きました')
  expect(await run(['restore', '--without', archive], local)).toMatchObject({ exitCode: 2 })
  const next = await run(['backup', place], local)
  expect(next.exitCode).toBe(0)
  const [whole = ''] = next.lines[0]?.match(/\/\S+\.tar/) ?? []
  expect(next.lines.join()).toMatch(/1枚を、お店のものから取り直しました.*uploads\/a\.webp/)
  expect((await run(['restore', whole, join(folder, 'three')], local)).exitCode).toBe(0)
  expect(await run(['drill', place], local)).toMatchObject({ exitCode: 0 })
  expect(await run(['status'], local)).toMatchObject({ exitCode: 0 })
})

test('D70: a picture that is damaged in S3 makes the drill red, and the next backup reads all there and sends it again', async () => {
  const { folder, s3, key, run, noted } = await start()
  const secret = { BACKUP_SECRET_KEY: key.secret.toLowerCase() }
  expect((await run(['backup'])).exitCode).toBe(0)
  const name = [...s3.objects.keys()].find((each) => each.startsWith('shop/files/')) ?? ''
  const whole = s3.objects.get(name) ?? Buffer.alloc(0)
  const spoilt = Buffer.from(whole)
  spoilt[spoilt.length - 1] = (spoilt[spoilt.length - 1] ?? 0) ^ 1
  s3.objects.set(name, spoilt)
  const drilled = await run(['drill'], secret)
  expect(drilled.exitCode).toBe(1)
  expect(drilled.lines.join()).toContain('--without-damaged')
  expect(await noted()).toMatchObject({ damaged: true })
  const from = `s3://${bucketForTests}/shop`
  const without = await run(['restore', from, join(folder, 'to'), '--without-damaged'], secret)
  expect(without.lines).toContain('  uploads/a.webp')
  expect((await run(['backup'])).lines.join()).toContain('1枚を、送り直しました')
  expect(s3.objects.get(name)?.equals(whole)).toBe(true)
  expect(await run(['drill'], secret)).toMatchObject({ exitCode: 0 })
  expect(await noted()).toMatchObject({ damaged: false })
})

/** A recipe with a picture. */
const addPicture = async (dataDir: string) => {
  const name = `${'a'.repeat(32)}-9x9`
  const { db, close } = await openDatabase({ dataDir, log: silentLog })
  const { id } = await addMember(db)
  await addRecipes(db, id, [{ id: 'recipe', title: 'きんちゃく', createdAt: 1 }])
  await addUpload(db, { name })
  await db.insertInto('recipeUpload').values({ recipeId: 'recipe', name }).execute().finally(close)
  const images = join(dataDir, 'images')
  for (const file of filesOf({ name, width: 9 })) await writeFile(join(images, 'uploads', file), file)
  return { images, name }
}

test('D71: in S3 too the last whole backup stays while later ones lack pictures', async () => {
  const { dataDir, s3, run } = await start()
  const { images } = await addPicture(dataDir)
  const keep = { BACKUP_KEEP: '1,0,0' }
  const archives = () => [...s3.objects.keys()].filter((name) => name.endsWith('.tar.age'))
  const files = () => [...s3.objects.keys()].filter((name) => name.startsWith('shop/files/'))
  await run(['backup'], keep)
  const [whole] = archives()
  await rename(images, `${images}.away`)
  for (const _night of [1, 2]) expect((await run(['backup'], keep)).exitCode).toBe(1)
  expect(archives()).toHaveLength(2)
  expect(archives()).toContain(whole)
  expect(files()).toHaveLength(4)
  await rename(`${images}.away`, images)
  expect((await run(['backup'], keep)).exitCode).toBe(0)
  expect(archives()).toHaveLength(1)
})

test('D71: a backup without pictures that the shop has rows of is not whole, and says how many; status and drill say so too', async () => {
  const { folder, dataDir, run, noted } = await start()
  const place = join(folder, 'place')
  const local = { BACKUP_KEY: '', BACKUP_KEEP: '1,0,0' }
  const { images, name } = await addPicture(dataDir)
  const [archive = ''] = (await run(['backup', place], local)).lines[0]?.match(/\/\S+\.tar/) ?? []
  const { madeAt } = await noted()
  expect(await run(['status'], local)).toMatchObject({ exitCode: 0 })
  await rename(images, `${images}.away`)
  const line = `  uploads/${name}.jpg：作品「きんちゃく」`
  const lost = await run(['backup', place], local)
  expect(lost.exitCode).toBe(1)
  expect(lost.lines[0]).toContain('写真とPDFがそろっていません')
  expect(lost.lines.join()).toContain('1枚が見つからず')
  expect(lost.lines).toContain(line)
  expect(await noted()).toMatchObject({ missing: 1, wholeAt: madeAt, failure: null })
  expect(await readdir(place)).toContain(basename(archive))
  const drilled = await run(['drill', place], local)
  expect(drilled.exitCode).toBe(1)
  expect(drilled.lines).toContain(line)
  const status = await run(['status'], local)
  expect(status.exitCode).toBe(1)
  expect(status.lines.join()).toContain('写真とPDF 1枚が、見つかりません')
  expect(status.lines.join()).toContain('写真とPDF 1枚が入っていません')
  expect(status.lines).toContain(line)
  expect(status.lines).not.toContain('問題はありません。')
  await rename(`${images}.away`, images)
  expect((await run(['backup', place], local)).exitCode).toBe(0)
  expect(await run(['status'], local)).toMatchObject({
    exitCode: 0,
    lines: expect.arrayContaining(['問題はありません。']),
  })
})

test('D67: a disk of backups that is not connected is told, and nothing is written in its place, until a new one is accepted', async () => {
  const { folder, run, noted } = await start()
  const place = join(folder, 'place')
  const local = { BACKUP_KEY: '', BACKUP_TO: '' }
  expect((await run(['backup', place], local)).exitCode).toBe(0)
  await rename(place, `${place}-away`)
  for (const what of ['backup', 'drill']) {
    const refused = await run([what, place], local)
    expect(refused.exitCode).toBe(1)
    expect(refused.lines[0]).toContain('つながっているか')
    expect(refused.lines[0]).toMatch(new RegExp(`npm run data -- accept ${place}$`))
    await expect(readdir(place)).rejects.toThrow('ENOENT')
  }
  expect((await noted()).failure).toContain('前の控えが、その場所に見つかりません')
  await mkdir(place)
  expect((await run(['backup', place], local)).exitCode).toBe(1)
  // Another place was never the one.
  expect((await run(['backup', join(folder, 'another')], local)).exitCode).toBe(0)
  expect((await run(['backup', place], local)).exitCode).toBe(0)
  await rm(place, { recursive: true })
  await mkdir(place)
  expect((await run(['backup', place], local)).exitCode).toBe(1)
  expect((await run(['accept', place], local)).exitCode).toBe(0)
  expect((await run(['backup', place], local)).exitCode).toBe(0)
})

test('a backup and a drill without a place say which words are missing, and a refusal ends its line with its command', async () => {
  const { folder, dataDir, run } = await start()
  for (const what of ['backup', 'drill']) {
    const lost = await run([what], { BACKUP_TO: '' })
    expect(lost).toMatchObject({ exitCode: 2, lines: [expect.stringContaining(`npm run data -- ${what} /`)] })
  }
  const inside = await run(['backup', join(dataDir, 'inside')], { BACKUP_KEY: '' })
  expect(inside.lines.at(-1)).toBe('控えは取れていません。前の控えは、そのままです。')
  const typed = { BACKUP_KEY: 'AGE-SECRET-KEY-1' }
  expect((await run(['backup', join(folder, 'x')], typed)).lines[0]).toContain('1文字ずつ比べて')
})

test('D27: status counts a failed backup as a problem', async () => {
  const { s3, run } = await start()
  s3.fault = () => 403
  expect((await run(['backup'])).exitCode).toBe(1)
  const status = await run(['status'])
  expect(status.exitCode).toBe(1)
  expect(status.lines.join()).toContain('最後の控えは取れませんでした')
  expect(status.lines).not.toContain('問題はありません。')
})

const isLong = process.env.LONG_TESTS !== undefined
const orders = isLong ? 2_000 : 20

/** One of each kind as a rule, all and larger ones in `npm run test:long`. */
const drills = [
  ['SQLite', false],
  ['PostgreSQL', true],
  ...(isLong
    ? ([
        ['SQLite', true],
        ['PostgreSQL', false],
      ] as const)
    : []),
] as const

test.each(drills)('D28: a drill on %s, locked: %s', async (engine, isLocked) => {
  const folder = await mkdtemp(join(memoryFolder(), 'shop-drill-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  const databaseUrl = engine === 'SQLite' ? undefined : (await places.empty()).databaseUrl
  const data = await openShopData({ dataDir, databaseUrl, log: silentLog })
  await addPaidOrders(data.db, orders)
  await data.noteOrders()
  await data.close()
  const key = await newKey()
  const env = {
    DATA_DIR: dataDir,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ...(isLocked && { BACKUP_KEY: key.recipient, BACKUP_SECRET_KEY: key.secret }),
  }
  const drilled = await runCommand('data', ['drill', join(folder, 'place')], env)
  expect(drilled.exitCode, drilled.lines.join('\n')).toBe(0)
  expect(drilled.lines.join('\n')).toContain(`注文 ${orders}件`)
  expect(drilled.lines.join('\n')).toContain('訓練のあいだに増えたもの：注文 0件')
  if (isLong) process.stdout.write(`${engine}: ${drilled.lines.join('\n')}\n`)
})

test('BACKUP_KEEP is days, weeks and months', async () => {
  const { run } = await start()
  for (const wrong of ['7', '7,4', '7,4,x', '7,4,-1', '1000,1,1'])
    expect(await run(['status'], { BACKUP_KEEP: wrong })).toMatchObject({
      exitCode: 2,
      lines: ['BACKUP_KEEP: 日、週、月の数を、7,4,12 のように書いてください。'],
    })
  expect((await run(['backup'], { BACKUP_KEEP: '1,2,3' })).exitCode).toBe(0)
})

test('D45: pictures move to S3 and back, whole, and a backup of such a shop holds them', async () => {
  const { folder, dataDir, s3, key, run } = await start()
  const to = `s3://${bucketForTests}/pictures`
  const keys = { PICTURES_S3_ENDPOINT: s3.endpoint, ...picturesKeyForTests }
  await writeFile(join(dataDir, 'images', 'mine.jpg'), 'my own')
  expect(await run(['move-pictures', to])).toMatchObject({
    lines: [expect.stringContaining('PICTURES_S3_KEY_ID')],
    exitCode: 1,
  })
  expect(await run(['move-pictures', 'folder'], keys)).toMatchObject({ exitCode: 1 })
  expect(await run(['move-pictures'], keys)).toMatchObject({ exitCode: 2 })
  const moved = await run(['move-pictures', to], keys)
  expect(moved).toMatchObject({ exitCode: 0 })
  expect(moved.lines[0]).toContain('2個写し')
  expect(moved.lines[1]).toContain(`PICTURES=${to}`)
  expect((await run(['move-pictures', to], keys)).lines[0]).toContain(
    '0個写し、読み返して確かめました（もうあったもの 2個）',
  )
  const inS3 = (name: string) => s3.objects.get(`pictures/${name}`)?.toString()
  expect([inS3('uploads/a.webp'), inS3('mine.jpg')]).toEqual(['picture a', 'my own'])

  // Later uploads are in S3 alone; what was removed there is in no later backup.
  s3.objects.set('pictures/uploads/b.webp', Buffer.from('picture b'))
  await rm(join(dataDir, 'images', 'uploads'), { recursive: true })
  expect(await run(['backup'], { ...keys, PICTURES: to })).toMatchObject({ exitCode: 0 })
  expect(await run(['status'], { ...keys, PICTURES: to })).toMatchObject({ exitCode: 0 })
  s3.objects.delete('pictures/uploads/a.webp')
  expect(await run(['backup'], { ...keys, PICTURES: to })).toMatchObject({ exitCode: 0 })
  const back = join(folder, 'back')
  const restored = await run(['restore', `s3://${bucketForTests}/shop`, back], {
    BACKUP_SECRET_KEY: key.secret,
  })
  expect(restored).toMatchObject({ exitCode: 0 })
  const files = await readdir(join(back, 'images'), { recursive: true })
  expect(files.filter((name) => /jpg|webp/.test(name)).toSorted()).toEqual(['mine.jpg', 'uploads/b.webp'])

  expect(await run(['move-pictures', 'folder'], { ...keys, PICTURES: to })).toMatchObject({ exitCode: 0 })
  expect(await readFile(join(dataDir, 'images', 'uploads', 'b.webp'), 'utf8')).toBe('picture b')
})

test('D90: --look tries the place of the pictures and changes nothing, there or here', async () => {
  const { s3, run } = await start()
  const to = `s3://${bucketForTests}/pictures`
  const keys = { PICTURES_S3_ENDPOINT: s3.endpoint, ...picturesKeyForTests }
  const looked = await run(['move-pictures', to, '--look'], keys)
  expect(looked).toMatchObject({ exitCode: 0, lines: [expect.stringContaining(`${to} は使えます`)] })
  expect(s3.objects.size).toBe(0)
  const elsewhere = await run(['move-pictures', to, '--look'], { ...keys, PICTURES_S3_REGION: 'auto' })
  expect(elsewhere).toMatchObject({
    exitCode: 1,
    lines: [expect.stringContaining('PICTURES_S3_REGION=ap-northeast-1 に直してください')],
  })
  s3.objects.set('pictures/.shop-id', Buffer.from('another'))
  expect((await run(['move-pictures', to, '--look'], keys)).lines.join()).toContain('別のお店')
})

test('D90: pictures are moved into no place whose key may read alone', async () => {
  const { s3, run } = await start()
  const to = `s3://${bucketForTests}/pictures`
  const keys = { PICTURES_S3_ENDPOINT: s3.endpoint, ...picturesKeyForTests }
  s3.fault = (call) => (call.startsWith('DELETE') ? { status: 403, code: 'AccessDenied' } : undefined)
  const refused = await run(['move-pictures', to], keys)
  expect(refused).toMatchObject({ exitCode: 1 })
  expect(refused.lines.join()).toContain('許可がありません')
  expect([...s3.objects.keys()].filter((name) => name.includes('uploads'))).toEqual([])
})

test('D45: another shop’s place is not moved into, and a store that is away or refuses is a sentence', async () => {
  const { s3, run } = await start()
  const to = `s3://${bucketForTests}/pictures`
  const keys = { PICTURES_S3_ENDPOINT: s3.endpoint, ...picturesKeyForTests }
  s3.objects.set('pictures/.pictures-id', Buffer.from('of another shop'))
  expect((await run(['move-pictures', to], keys)).lines.join()).toContain('確かめられないものがあります')
  expect([...s3.objects.keys()]).toEqual(['pictures/.pictures-id'])
  s3.objects.clear()
  s3.fault = (call) => {
    if (call.startsWith('GET pictures/uploads'))
      s3.objects.set(call.slice('GET '.length), Buffer.from('picture b'))
    return undefined
  }
  expect((await run(['move-pictures', to], keys)).lines.join()).toContain('置いたものと違いました')
  s3.objects.clear()
  s3.fault = (call) => (call.startsWith('PUT') ? 500 : undefined)
  const away = await run(['move-pictures', to], keys)
  expect(away).toMatchObject({ exitCode: 1 })
  expect(away.lines.join()).toContain('S3 の側で失敗しています')
  s3.fault = () => 403
  expect((await run(['move-pictures', to], keys)).lines.join()).toContain('許可がありません')
})
