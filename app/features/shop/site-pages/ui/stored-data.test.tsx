import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { StorageFacts } from '~/kernel/shop-settings.ts'
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
