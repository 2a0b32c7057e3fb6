import assert from 'node:assert/strict'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { bucketPlaceOf, openBackupBucket } from '../../app/server/backup/backup-bucket.ts'
import { newKey } from '../../app/server/backup/seal.ts'
import { startHeldShop } from '../holds/held-shop.ts'
import { visit } from '../holds/visits.ts'
import { startSwift } from './swift.ts'
import { command, mustDo, mustHaveOrders, sell, type Walk } from './walked-shop.ts'

export const walkSwift = async ({ step, folder, atEnd }: Walk): Promise<void> => {
  const own = join(folder, 'swift')
  await mkdir(own, { mode: 0o700 })
  const { endpoint, region, bucket, keyId, secret, stop } = await startSwift(own)
  atEnd(stop)
  const key = await newKey()
  const env = {
    PICTURES: `s3://${bucket}/pictures`,
    PICTURES_S3_ENDPOINT: endpoint,
    PICTURES_S3_REGION: region,
    PICTURES_S3_KEY_ID: keyId,
    PICTURES_S3_SECRET: secret,
    BACKUP_TO: `s3://${bucket}/backups`,
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_REGION: region,
    BACKUP_S3_KEY_ID: keyId,
    BACKUP_S3_SECRET: secret,
    BACKUP_KEY: key.recipient,
  }
  const shop = await startHeldShop(atEnd, { env, members: 1 })
  const { dataDir } = shop.process
  const ofShop = { ...env, DATA_DIR: dataDir }
  atEnd(async () => {
    await shop.process.remove()
    // The copies that a backup in a bucket leaves beside the data.
    for (const copy of ['backup', 'pictures'])
      await rm(`${dataDir}-${copy}`, { recursive: true, force: true })
  })
  const namesIn = async (folder: string) => {
    const settings = { ...env, BACKUP_S3_SESSION_TOKEN: undefined }
    const names = await openBackupBucket(bucketPlaceOf(`s3://${bucket}/${folder}`, settings)).names()
    return [...names.keys()]
  }
  const archives = async () => (await namesIn('backups')).filter((name) => /^backup-.*\.tar\.age$/.test(name))
  let served = Buffer.alloc(0)
  let path = ''
  const sold: string[] = []

  await step('Swift: a picture of a member lies in the bucket, and is served from there', async () => {
    const picture = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#a33' } })
      .jpeg()
      .toBuffer()
    const put = await visit(shop, '/api/uploads/picture', {
      cookie: shop.members[0]?.cookie ?? '',
      picture: new Uint8Array(picture),
    })
    assert.equal(put.status, 201, put.body)
    const { url }: { url: string } = JSON.parse(put.body)
    path = new URL(url, shop.process.listens).pathname
    const answer = await fetch(`${shop.process.listens}${path}`)
    assert.equal(answer.status, 200)
    served = Buffer.from(await answer.arrayBuffer())
    const inBucket = await namesIn('pictures')
    assert.ok(inBucket.length >= 2, `${inBucket.length} objects`)
  })

  await step('Swift: two backups; the second one takes the place of the first', async () => {
    sold.push(await sell(shop))
    await mustDo(ofShop, 'data', 'backup')
    const [first] = await archives()
    sold.push(await sell(shop))
    await mustDo(ofShop, 'data', 'backup')
    const left = await archives()
    assert.equal(left.length, 1, `${left}`)
    assert.notEqual(left[0], first)
  })

  await step('Swift: a drill brings the backup back', async () => {
    const said = await mustDo({ ...ofShop, BACKUP_SECRET_KEY: key.secret }, 'data', 'drill')
    assert.match(said, /注文 2件/)
  })

  await step('Swift: the shop is restored from the bucket alone', async () => {
    const to = join(folder, 'restored')
    await mustDo(
      { ...env, PICTURES: '', DATA_DIR: to, BACKUP_SECRET_KEY: key.secret },
      ...['data', 'restore', env.BACKUP_TO, to],
    )
    await mustHaveOrders({ DATA_DIR: to }, sold)
    const kept = join(to, 'images', ...path.split('/').slice(2))
    assert.ok((await readFile(kept)).equals(served), 'the picture is another one')
  })

  await step(
    'Swift: a wrong secret, region and bucket each have their sentence, and nothing is copied',
    async () => {
      for (const [wrong, sentence] of [
        [{ BACKUP_S3_SECRET: 'wrong' }, 'S3 の鍵が違います'],
        [{ BACKUP_S3_REGION: 'ap-northeast-1' }, 'S3 の地域が違います'],
        [{ BACKUP_TO: 's3://no-such-bucket/backups' }, 'S3 にそのバケットはありません'],
      ] as const) {
        const { said, code } = await command({ ...ofShop, ...wrong }, 'data', 'backup')
        assert.equal(code, 1, said)
        assert.ok(said.includes(sentence), said)
      }
    },
  )
}
