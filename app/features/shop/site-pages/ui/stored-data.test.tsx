import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { mostOrders } from '~/features/orders/checkout/payment-record.rules.ts'
import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import { keptWithoutUseMs } from '~/features/pictures/rules.ts'
import { mostCompared } from '~/features/products/comparison/rules.ts'
import { mostKept, mostSeen } from '~/features/products/wishlist/rules.ts'
import { mostRecipes } from '~/features/recipes/making-mode.rules.ts'
import { keptDays } from '~/features/search/words/commands.server.ts'
import { longestKept } from '~/features/search/words/rules.ts'
import { restockKept } from '~/features/stock/restock/rules.ts'
import { unpaidRowMs } from '~/features/stock/rules.ts'
import type { StorageFacts } from '~/kernel/shop-settings.ts'
import { idleMs } from '~/server/auth/sessions.ts'
import { mailsKeptMs } from '~/server/mail/worker.ts'
import { leastClients } from '~/server/search/zero-hits.ts'
import { deviceMark } from '~/server/session/known-device.ts'
import { sessionLifetimeMs } from '~/server/session/session-cookie.ts'
import { onBothEngines } from '../../../../../tests/support/database-for-tests.ts'
import { servicesForTests } from '../../../../../tests/support/services-for-tests.ts'
import { StoredData } from './stored-data.tsx'

const app = join(import.meta.dirname, '../../../..')

const inside = { picturesAt: null, backupsAt: null, backupMonths: 12 }
const pageOf = (storage: StorageFacts) => renderToStaticMarkup(<StoredData storage={storage} />)

test('P14: the privacy page names backups with their months, and the hashes of holds', () => {
  expect(pageOf(inside)).toContain('最長でおよそ12か月')
  expect(pageOf({ ...inside, backupMonths: 3 })).toContain('最長でおよそ3か月')
  expect(pageOf(inside)).toContain('お取り置きがどなたのものかを見分けるための')
})

test('P14: where pictures and backups lie is said when they lie outside', () => {
  expect(pageOf(inside)).not.toContain('外部の保管サービス')
  const pictures = pageOf({ ...inside, picturesAt: 's3.example' })
  expect(pictures).toContain('会員が登録した写真とPDFは、外部の保管サービス（s3.example）')
  expect(pictures).not.toContain('バックアップは、外部')
  const backups = pageOf({ ...inside, backupsAt: 'b.example' })
  expect(backups).toContain('バックアップは、外部の保管サービス（b.example）')
  expect(backups).not.toContain('写真とPDFは、外部')
})

onBothEngines('what the settings say of places', (open) => {
  test('P14: buckets are told by the server of their settings, folders not at all', async () => {
    const { db } = await open()
    const key = { PICTURES_S3_KEY_ID: 'id', PICTURES_S3_SECRET: 'a secret' }
    const there = { ...key, PICTURES: 's3://shop/pictures', BACKUP_TO: 's3://shop-backups' }
    expect(servicesForTests(db).storage).toEqual(inside)
    expect(servicesForTests(db, { BACKUP_TO: '/backup', BACKUP_KEEP: '7,4,6' }).storage).toEqual({
      ...inside,
      backupMonths: 6,
    })
    expect(servicesForTests(db, { BACKUP_KEEP: '7,4,0' }).storage).toEqual({ ...inside, backupMonths: 1 })
    expect(servicesForTests(db, { ...there, BACKUP_S3_ENDPOINT: 'https://s3.example.jp' }).storage).toEqual({
      picturesAt: 's3.ap-northeast-1.amazonaws.com',
      backupsAt: 's3.example.jp',
      backupMonths: 12,
    })
  })
})

const keptInTheBrowser = () =>
  readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .flatMap((path) => [
      ...readFileSync(join(app, path), 'utf8').matchAll(
        /['`](mcSquare\w+|scrollPositions|gallery[A-Z]\w+|\w+Draft)(?=[.:'`])/g,
      ),
    ])
    .map(([, name = '']) => name)

test('P14: the privacy page names everything that the shop keeps in the browser', () => {
  const page = renderToStaticMarkup(<StoredData storage={inside} />)
  const names = new Set(keptInTheBrowser())
  expect(names.size).toBeGreaterThan(5)
  for (const name of names) expect(page).toContain(name)
})

const cookiesOf = () =>
  readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .flatMap((path) => [...readFileSync(join(app, path), 'utf8').matchAll(/plainName: '([\w.-]+)'/g)])
    .map(([, name = '']) => name)

test('P14, N112: the privacy page and docs/security.md name every cookie of the shop', () => {
  const page = renderToStaticMarkup(<StoredData storage={inside} />)
  const list = readFileSync(join(app, '../docs/security.md'), 'utf8')
  const names = cookiesOf()
  expect(names).toContain('desk-way')
  expect(names.length).toBeGreaterThan(4)
  for (const name of names) {
    expect(page, name).toContain(`：${name}）`)
    expect(list, name).toContain(`\`${name}\``)
  }
})

const hourMs = 3_600_000
const dayMs = 24 * hourMs

test.each([
  `ご注文の手続きから${timeLimits.unpaidKept / dayMs}日が過ぎた`,
  `登録から${keptWithoutUseMs / dayMs}日で消去`,
  `ログインから${sessionLifetimeMs / dayMs}日、または最後のご利用から${idleMs / dayMs}日が過ぎる`,
  `確認が済まなかったものは${restockKept.unconfirmed / hourMs}時間、済んだものは${restockKept.confirmed / dayMs}日が過ぎた`,
  `送信から${mailsKeptMs / dayMs}日が過ぎた`,
  `同じ日に${leastClients}人以上がさがして`,
  `${longestKept}文字をこえるもの`,
  `期間：${keptDays}日<`,
  `最後に数えてから${unpaidRowMs / hourMs}時間が過ぎた`,
  `リストから外すまで（${mostKept}点まで）、最近見たものは新しい${mostSeen}点`,
  `商品番号と名前（${mostCompared}点まで）`,
  `新しいものから${mostOrders}件（mcSquarePayments`,
  `新しいものから${mostRecipes}作品`,
  `ログアウトまたは${sessionLifetimeMs / dayMs}日後まで、目印は最後のログインから${Number(deviceMark.maxAgeSeconds) / 86_400}日後まで`,
])('P14: the privacy page tells the time and number that the code holds to: %s', (said) => {
  expect(pageOf(inside)).toContain(said)
})
