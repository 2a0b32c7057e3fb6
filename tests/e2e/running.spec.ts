import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { pinnedNode, root } from '../../scripts/install-when-missing.js'
import { findPostgresFolder } from '../../scripts/programs-for-tests.js'
import { feedRow, list, startFeedServer } from '../support/feed-server.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startPostgresCluster } from '../support/postgres-cluster.ts'
import { bucketForTests, picturesKeyForTests, s3KeyForTests, startS3 } from '../support/s3-server.ts'
import { readData } from '../support/shop-database.ts'
import { startShop } from '../support/shop-process.ts'
import { expect, test } from './fixtures.ts'

/** What docs/running.md says, in a folder of its own: each command that a plain machine can run, as it is written. */
test.describe.configure({ mode: 'serial', timeout: 600_000 })

const guide = await readFile(join(root, 'docs/running.md'), 'utf8')

const isCommand = (text: string) =>
  /^(?:npm (?:run|start)\b|create(?:user|db) |export |PICTURES=\S+ npm )/.test(text)

/** Of blocks each line without its remark, of sentences what stands as code. */
const commandsOf = (markdown: string): ReadonlySet<string> => {
  const found = new Set<string>()
  let isBlock = false
  for (const line of markdown.split('\n')) {
    if (/^\s*```/.test(line)) isBlock = !isBlock
    else if (isBlock) found.add(line.trim().replace(/\s+#.*$/, ''))
    else for (const [, code = ''] of line.matchAll(/`([^`]+)`/g)) found.add(code)
  }
  return new Set([...found].filter(isCommand))
}

/** Named, not given to be typed: `npm start` and `npm run build` are what the whole run did before. */
const mentions = new Set(['npm start', 'npm run build', 'npm run orders'])

const walked = new Set<string>()

interface Answer {
  readonly code: number
  readonly text: string
}

const inShell = (line: string, env: Readonly<Record<string, string>>, input = ''): Promise<Answer> =>
  new Promise((resolve) => {
    // Without a terminal, as passwords are asked for on one where there is one.
    const child = execFile(
      'setsid',
      ['-w', 'sh', '-c', line],
      { cwd: root, env, timeout: 120_000 },
      (error, out, err) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), text: `${out}${err}` }),
    )
    // Most end before anything is typed.
    child.stdin?.on('error', () => {}).end(input)
  })

/** Types a command of the guide, with what its words stand for; `says` is what it prints. */
type Walk = (
  command: string,
  says: RegExp,
  parts?: {
    readonly words?: Readonly<Record<string, string>>
    readonly code?: number
    readonly input?: string
    readonly env?: Readonly<Record<string, string>>
  },
) => Promise<string>

const { PATH = '', HOME = '' } = process.env
const programs = [dirname(pinnedNode()), findPostgresFolder() ?? '', PATH].join(delimiter)

const walkWith =
  (env: Readonly<Record<string, string>>): Walk =>
  async (command, says, { words = {}, code = 0, input, env: more = {} } = {}) => {
    walked.add(command)
    const typed = Object.entries(words).reduce((line, [word, meant]) => line.replaceAll(word, meant), command)
    const answer = await inShell(typed, { PATH: programs, HOME, ...env, ...more }, input)
    expect({ ...answer, typed }).toMatchObject({ code, text: expect.stringMatching(says) })
    return answer.text
  }

const newFolder = async (closing: (() => Promise<unknown>)[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'running-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const closing: (() => Promise<unknown>)[] = []
test.afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

test('the commands of a day, on a demo', async () => {
  const feed = await startFeedServer()
  closing.push(() => feed.close())
  const rows = [feedRow('F-1001', { price: 1000 }), feedRow('F-1002', { price: 1000 })]
  feed.behave(list(rows))
  const shop = await startShop({ DEMO_ORDERS: '1', PRODUCT_FEED_URL: feed.url })
  closing.push(() => shop.remove())
  const walk = walkWith({ DATA_DIR: shop.dataDir, PRODUCT_FEED_URL: feed.url })

  const orders = await walk('npm run orders -- list', /発送待ち/)
  const waiting = [...orders.matchAll(/^(\S{4}-\S{4})【練習】.*発送待ち/gm)].map(([, number = '']) => number)
  const [first = '', second = '', third = '', fourth = ''] = waiting.toReversed()
  const number = (番号: string, more: Readonly<Record<string, string>> = {}) => ({ words: { 番号, ...more } })
  await walk('npm run orders -- show 番号', new RegExp(`注文番号 ${first}`), number(first))
  await walk('npm run orders -- ship 番号', /発送済みにしました/, number(first))
  await walk('npm run orders -- unship 番号', /取り消しました/, number(first))
  await walk('npm run orders -- ship 番号 ヤマト 1234-5678-9024', /発送済みにしました/, number(second))
  await walk('npm run orders -- unship 番号 理由 mail', /取り消しました/, number(second))
  await walk('npm run orders -- refund 番号 500 傷のため', /500円：/, number(third))
  await walk('npm run orders -- refund 番号', /円：/, number(third))
  await walk('npm run orders -- cancel 番号 理由', /取り消しました/, number(fourth))
  const unsettled = /^(\S{4}-\S{4})【練習】.*要確認/m.exec(orders)?.[1] ?? ''
  await walk('npm run orders -- settle 番号', /片づけ/, { ...number(unsettled), code: 1 })

  await walk('npm run shop -- close', /休業/)
  await walk('npm run shop -- close --message "12月29日から1月3日まで冬休みです。"', /冬休み/)
  await walk('npm run shop -- open', /開/)
  await walk('npm run shop -- holiday 2026-12-28 2027-01-04', /お休みの予定/)
  await walk('npm run shop -- holiday cancel', /取り消しました/)
  await walk('npm run shop -- close F-1001', /休止しました/)
  await walk('npm run shop -- open F-1001', /再開しました/)
  await walk('npm run shop -- settings', /送料とキット/)
  await walk('npm run shop -- settings forget fees', /設定ファイルの値/)
  await walk('npm run shop -- status', /お店は開いています/)
  await walk('npm run shop -- test-mail', /試しのメール/)
  await walk('npm run shop -- test-mail アドレス', /試しのメール/, {
    words: { アドレス: 'owner@example.jp' },
  })

  await walk('npm run feed -- now', /2件/)
  feed.behave(list([feedRow('F-1001', { price: 1000 }), feedRow('F-1002', { price: 100 })]))
  await walk('npm run feed -- now', /F-1002/)
  await walk('npm run feed -- status', /F-1002/)
  await walk('npm run feed -- accept 管理番号', /F-1002/, { words: { 管理番号: 'F-1002' } })
  await walk('npm run pictures -- status', /写し/)
  await walk('npm run pictures -- again', /写真/)
  const address = { words: { アドレス: 'https://pictures.example/a.jpg' }, code: 2 }
  await walk('npm run pictures -- again アドレス', /使っている商品はありません/, address)

  const as = (from: string, to: string) => ({ words: { [from]: to } })
  const hers = as('hanako@example.jp', 'member@demo.example')
  await walk('npm run member -- list', /会員：/)
  await walk('npm run member -- deny-upload hanako@example.jp', /投稿/, hers)
  await walk('npm run member -- mute hanako@example.jp', /コメント/, hers)
  const page = await (await fetch(`${shop.origin}/gallery/search`)).text()
  const recipe = `${shop.origin}${/\/gallery\/detail\/[\w-]+/.exec(page)?.[0]}`
  await walk('npm run member -- hide アドレス 理由', /隠|非表示/, as('アドレス', recipe))
  const [{ id, recipe_id: of } = {}] = readData(shop.dataDir, 'select id, recipe_id from comment limit 1')
  const hidden = as(
    'https://…/gallery/detail/…#comment-…',
    `${shop.origin}/gallery/detail/${of}#comment-${id}`,
  )
  await walk("npm run member -- hide 'https://…/gallery/detail/…#comment-…' 宣伝のため", /隠|非表示/, hidden)
  const other = as('hanako@example.jp', 'asagi@demo.example')
  await walk('npm run member -- suspend hanako@example.jp 理由', /利用を停止しました/, other)
  await walk(
    'npm run member -- make-admin owner@example.jp',
    /管理者/,
    as('owner@example.jp', 'owner@demo.example'),
  )
  await walk(
    'npm run member -- make-admin メールアドレス',
    /管理者/,
    as('メールアドレス', 'member@demo.example'),
  )
  await walk('npm run member -- hash-password', /ADMIN_PASSWORD_HASH/, { input: 'hari-to-ito-26\n' })
  await walk('npm run member -- invite', /案内/)

  await walk(
    'npm run desk -- invite owner あなた@example.jp',
    /招待のメール/,
    as('あなた@example.jp', 'admin@demo.example'),
  )
  await walk(
    'npm run desk -- invite packer 手伝う人@example.jp',
    /招待のメール/,
    as('手伝う人@example.jp', 'member@demo.example'),
  )
  await walk('npm run desk -- list', /店主/)
  await walk(
    'npm run desk -- withdraw 手伝う人@example.jp',
    /取り消しました/,
    as('手伝う人@example.jp', 'member@demo.example'),
  )
  await walk(
    'npm run desk -- reset-factor あなた@example.jp',
    /設定し直すリンク/,
    as('あなた@example.jp', 'owner@demo.example'),
  )
  const helper = as('手伝う人@example.jp', 'packer@demo.example')
  await walk('npm run desk -- count 手伝う人@example.jp', /在庫を数えられる/, helper)
  await walk('npm run desk -- end 手伝う人@example.jp', /入れなくなりました/, helper)
})

test('a shop opened for real by sections 1 to 3, its backups, moves and imports', async () => {
  const folder = await newFolder(closing)
  const mails = await startMailServer((close) => closing.push(close))
  const s3 = await startS3((close) => closing.push(async () => close()))
  const cluster = await startPostgresCluster()
  closing.push(() => cluster.stop())

  const [, ownFile = ''] = /```json\n([\s\S]*?)```/.exec(guide) ?? []
  const [, envFile = ''] = /```\n(DEMO=0[\s\S]*?)```/.exec(guide) ?? []
  const written = Object.fromEntries(
    envFile
      .trim()
      .split('\n')
      // The sample's own values open no shop (M14).
      .map((line) => line.replaceAll('example.jp', 'shop-of-a-test.example').split(/=(.*)/s).slice(0, 2)),
  )
  expect(Object.keys(written)).toContain('STRIPE_SECRET_KEY')
  const settings = {
    ...written,
    MAIL_FROM: String(written.MAIL_FROM).replaceAll('"', ''),
    STRIPE_SECRET_KEY: 'sk_live_0123456789abcdefghijklmn',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdefghijklmnopqrstuv',
    SMTP_URL: mails.url,
    ALARM_WEBHOOK_URL: 'https://127.0.0.1:9/hooks/of-a-test',
  }
  const { DATA_DIR: _, ...without } = settings
  await writeFile(join(folder, 'own.json'), ownFile)
  const shop = await startShop(
    { ...without, SHOP_SETTINGS: join(folder, 'own.json') },
    undefined,
    'scripts/start.js',
  )
  // Killed at once, npm's start would leave the shop behind it running.
  closing.push(() => shop.stop().then(() => shop.remove()))
  const env = { ...settings, DATA_DIR: shop.dataDir, SHOP_SETTINGS: join(folder, 'own.json') }
  const walk = walkWith(env)

  const keys = await walk('npm run data -- backup-key', /AGE-SECRET-KEY-1/)
  const paper = /AGE-SECRET-KEY-1\w+/.exec(keys)?.[0] ?? ''
  const locked = { BACKUP_KEY: /BACKUP_KEY=(age1\w+)/.exec(keys)?.[1] ?? '' }
  const backups = join(folder, 'backup')
  const there = { '/backup/nuno-square': backups }
  await walk('npm run data -- backup /backup/nuno-square', /確かめました/, { words: there, env: locked })
  await walk('npm run data -- status', /控え/)
  const withKey = { ...locked, BACKUP_SECRET_KEY: paper }
  await walk('npm run data -- drill /backup/nuno-square', /訓練を終えました/, { words: there, env: withKey })
  const isTaken = /控えの場所として受け入れました/
  await walk('npm run data -- accept /backup/nuno-square', isTaken, { words: there })
  const paperKey = 'export BACKUP_SECRET_KEY=AGE-SECRET-KEY-1…'
  await walk(paperKey, /^$/, { words: { 'AGE-SECRET-KEY-1…': paper } })
  const archive =
    (await readdir(backups))
      .filter((name) => name.endsWith('.tar.age'))
      .toSorted()
      .at(-1) ?? ''
  await walk(
    'npm run data -- restore /backup/nuno-square/backup-日時.tar /var/lib/nuno-square',
    /に戻しました/,
    {
      words: { ...there, 'backup-日時.tar': archive, '/var/lib/nuno-square': join(folder, 'restored') },
      env: withKey,
    },
  )
  await rm(join(backups, 'files', (await readdir(join(backups, 'files')))[0] ?? ''))
  await walk(
    'npm run data -- restore --without-damaged /backup/nuno-square/backup-日時.tar /var/lib/nuno-square',
    /1枚を除きました/,
    {
      words: { ...there, 'backup-日時.tar': archive, '/var/lib/nuno-square': join(folder, 'without') },
      env: withKey,
    },
  )

  const bucket = `s3://${bucketForTests}/shop`
  const inS3 = { ...s3KeyForTests, BACKUP_S3_ENDPOINT: s3.endpoint, BACKUP_TO: bucket, ...withKey }
  const sent = await inShell('npm run data -- backup', { PATH: programs, HOME, ...env, ...inS3 })
  expect(sent).toMatchObject({ code: 0 })
  const fromS3 = { 's3://バケット名/フォルダー': bucket, '/var/lib/nuno-square': join(folder, 'from-s3') }
  await walk('npm run data -- restore s3://バケット名/フォルダー /var/lib/nuno-square', /に戻しました/, {
    words: fromS3,
    env: inS3,
  })
  // Section 9 has the same words for a container, with PostgreSQL.
  const [inContainer = ''] = /data restore s3:\/\/[^`]*/.exec(guide) ?? []
  await inShell('createdb nuno2', { PATH: programs, HOME, ...pgEnvironment(cluster.url('postgres')) })
  const containerWords = {
    's3://バケット名/フォルダー': bucket,
    '/data/restored': join(folder, 'in-container'),
    [/postgres:\S+/.exec(inContainer)?.[0] ?? '']: cluster.url('nuno2'),
  }
  const typed = Object.entries(containerWords).reduce(
    (line, [word, meant]) => line.replaceAll(word, meant),
    inContainer,
  )
  const restored = await inShell(`npm run ${typed.replace('data ', 'data -- ')}`, {
    PATH: programs,
    HOME,
    ...env,
    ...inS3,
  })
  expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('PostgreSQL に戻しました') })

  // The restored shops take over the places of the one that they are restored from.
  await walk('npm run data -- accept 場所', isTaken, {
    words: { 場所: backups },
    env: { DATA_DIR: join(folder, 'restored') },
  })
  await walk('npm run data -- accept s3://バケット名/フォルダー', isTaken, {
    words: fromS3,
    env: { ...inS3, DATA_DIR: join(folder, 'from-s3') },
  })

  for (const [command, says] of [
    ['npm run orders -- adopt 支払いページの番号', /決済/],
    ['npm run orders -- adopt cs_live_…', /決済/],
    ['npm run orders -- adopt cs_live_… mail', /決済/],
  ] as const)
    await walk(command, says, {
      words: { 支払いページの番号: 'cs_live_a', 'cs_live_…': 'cs_live_a' },
      code: 1,
    })

  const pictures = { ...picturesKeyForTests, PICTURES_S3_ENDPOINT: s3.endpoint }
  const toBucket = { words: { 's3://バケット名/フォルダー': `${bucket}-pictures` }, env: pictures }
  await walk('npm run data -- move-pictures s3://バケット名/フォルダー --look', /./, toBucket)
  await walk('npm run data -- move-pictures s3://バケット名/フォルダー', /写/, toBucket)
  await walk('npm run data -- move-pictures folder', /./, {
    env: { ...pictures, PICTURES: `${bucket}-pictures` },
  })
  await walk('PICTURES=s3://… npm run data -- move-pictures folder', /./, {
    words: { 's3://…': `${bucket}-pictures` },
    env: pictures,
  })

  await writeFile(
    join(folder, 'export.ndjson'),
    '{"path":"users/a","data":{"displayName":"はるか","email":"haruka@example.jp"}}\n',
  )
  const file = { words: { 'export.ndjson': join(folder, 'export.ndjson') } }
  await walk('npm run data -- import-documents export.ndjson --look', /写せないもの0件/, file)
  await walk('npm run data -- import-documents export.ndjson', /会員1/, file)

  const pg = pgEnvironment(cluster.url('postgres'))
  const password = 'a-word-of-a-test'
  await walk('createuser --pwprompt nuno', /^/, { env: pg, input: `${password}\n${password}\n` })
  await walk('createdb --owner nuno --encoding UTF8 --template template0 nuno', /^$/, { env: pg })
  const url = new URL(cluster.url('nuno'))
  url.username = 'nuno'
  url.password = password
  const words = { 'postgres://nuno:パスワード@localhost:5432/nuno': url.href }
  const move = 'npm run data -- move --to postgres://nuno:パスワード@localhost:5432/nuno'
  await walk(`${move} --look`, /約.*分ほど止めます/, { words })
  await walk(move, /次にすること/, { words })
  await shop.stop()
  await walk('npm run data -- move --to sqlite', /次にすること|戻/, { env: { DATABASE_URL: url.href } })
  await walk('npm run data -- accept', /./)
})

/** libpq's own variables for the cluster's superuser. */
const pgEnvironment = (address: string): Record<string, string> => {
  const { hostname, port, username, password, searchParams } = new URL(address)
  return {
    PGHOST: searchParams.get('host') ?? hostname,
    PGPORT: searchParams.get('port') ?? (port || '5432'),
    PGUSER: username,
    PGPASSWORD: decodeURIComponent(password),
  }
}

test('every command of docs/running.md was walked, and nothing else', () => {
  const written = commandsOf(guide)
  const missing = [...written].filter((command) => !walked.has(command) && !mentions.has(command))
  expect(missing).toEqual([])
  expect([...walked].filter((command) => !written.has(command))).toEqual([])
})
