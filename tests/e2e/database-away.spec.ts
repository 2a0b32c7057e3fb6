import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { pinnedNode, root } from '../../scripts/install-when-missing.js'
import { httpSession, signedInSession } from '../support/http-session.ts'
import { startPostgresCluster } from '../support/postgres-cluster.ts'
import { startShop } from '../support/shop-process.ts'
import { compiledFolder } from '../support/source-process.ts'
import { expect, test } from './fixtures.ts'

const token = 'a'.repeat(32)

test('D2: while PostgreSQL is away, the gallery tells it in its own frame and words, signs nobody out, and calls answer JSON', async () => {
  const cluster = await startPostgresCluster()
  const shop = await startShop({ LOG_LEVEL: 'error', DATABASE_URL: cluster.url('postgres') })
  try {
    // Filled and opened, without a call of the driver that its next version refuses.
    expect(shop.output()).not.toContain('Deprecation')
    const member = await signedInSession(shop.origin, 'member@demo.example')
    const visitor = httpSession(shop.origin)
    const [recipe = ''] =
      /\/gallery\/detail\/[\w-]+/.exec(await (await visitor.get('/gallery/search')).text()) ?? []
    await cluster.stop()
    const isAway = async () => (await visitor.get('/readyz')).status
    await expect.poll(isAway).toBe(503)

    const edit = recipe.replace('detail', 'recipe-edit')
    const pages = [
      [member, '/gallery', 'ただいまこのページをご覧いただけません'],
      [member, '/gallery/search', 'ただいま作品をご覧いただけません'],
      [member, '/gallery/upload', 'ただいま投稿のページをご覧いただけません'],
      [member, '/gallery/mypage', 'ただいまマイページをご覧いただけません'],
      [member, '/gallery/mypage/email', 'ただいまマイページをご覧いただけません'],
      [member, '/gallery/profile-edit', 'ただいまプロフィールをご覧いただけません'],
      [member, edit, 'レシピの取得に失敗しました'],
      [member, recipe, 'Failed to fetch recipe'],
      [member, '/gallery/admin', 'ただいまキーワードとカテゴリをご覧いただけません'],
      [member, '/gallery/user/x', 'ただいま作品をご覧いただけません'],
      [visitor, recipe, 'Failed to fetch recipe'],
      [visitor, `/gallery/reset/${token}`, 'ただいまこのページをご覧いただけません'],
      [visitor, `/gallery/confirm/verify/${token}`, 'ただいまこのページをご覧いただけません'],
    ] as const
    for (const [who, path, words] of pages) {
      const answer = await who.get(path)
      const html = await answer.text()
      expect(answer.status, path).toBe(503)
      expect(html, path).toContain(words)
      expect(html.replaceAll('<wbr/>', ''), path).toContain('作品ギャラリー')
      if (who === member) expect(html, path).not.toContain('>ログイン</a>')
    }

    const calls = [
      '/api/goods?number=F-1001',
      '/api/products?number=F-1001',
      '/api/product-feed',
      `/api/recipes/${recipe.split('/').at(-1)}/comments?v=1`,
    ]
    for (const path of calls)
      for (const who of [visitor, member]) {
        const answer = await who.get(path)
        expect([answer.status, answer.headers.get('content-type')], path).toEqual([
          503,
          expect.stringContaining('application/json'),
        ])
        expect(await answer.json(), path).toMatchObject({ message: 'ただいま混み合っています' })
      }
    const reactions = await fetch(`${shop.origin}${recipe}/reactions`, {
      headers: { accept: 'application/json', cookie: member.cookie() },
    })
    expect([reactions.status, await reactions.json()]).toEqual([503, { message: 'ただいま混み合っています' }])
    expect((await member.get('/gallery/main-site')).status).toBe(200)

    const next = 'kiku-7-ume'
    const password = { current: 'x', next, again: next }
    const pouch = { title: 'ポーチ', description: '布', cookingTime: '30min', difficulty: '初級' }
    const forms = [
      ['/gallery/upload.data', pouch, 'ポーチ'],
      [`${recipe}/comments`, { id: token, text: 'すてきです' }, 'コメントの投稿に失敗しました'],
      [
        `/api/recipes/${recipe.split('/').at(-1)}/comments`,
        { id: token, text: 'x' },
        'コメントの投稿に失敗しました',
      ],
      ['/gallery/mypage/password.data', password, 'パスワードの変更に失敗しました: 何も変更されていません'],
    ] as const
    for (const [path, fields, words] of forms) {
      const answer = await member.post(path, fields)
      expect(answer.status, path).toBe(503)
      expect(await answer.text(), path).toContain(words)
    }
    // R45: sent without script, so that the answer is the whole page.
    for (const path of ['/gallery/upload', edit]) {
      const answer = await member.post(path, { ...pouch, id: token, basedOn: '1' })
      const html = await answer.text()
      expect(answer.status, path).toBe(503)
      expect(html, path).toContain('value="ポーチ"')
      expect(html, path).toContain('もう一度お試しください。')
    }
    const profile = await member.post('/gallery/profile-edit', { displayName: 'みのり', hometown: '松本' })
    expect([profile.status, await profile.text()]).toEqual([503, expect.stringContaining('value="松本"')])
    const keyword = { intent: 'save', id: token, isNew: '1', name: 'がま口' }
    const curated = await member.post('/gallery/admin?edit=new', keyword)
    expect([curated.status, await curated.text()]).toEqual([503, expect.stringContaining('value="がま口"')])
    for (const kind of ['picture', 'pdf']) {
      const answer = await member.post(`/api/uploads/${kind}`, { no: kind })
      expect([answer.status, await answer.json()]).toEqual([503, { message: 'ただいま混み合っています' }])
    }
  } finally {
    await shop.remove()
    await cluster.stop()
  }
})

test('D96: a shop that lives in another encoding opens, and its start says how to mend that', async () => {
  const cluster = await startPostgresCluster()
  const shop = await startShop({ DATABASE_URL: cluster.url('postgres') })
  try {
    await shop.stop()
    const admin = new pg.Client({ connectionString: cluster.url('template1') })
    await admin.connect()
    await admin.query("update pg_database set encoding = 0 where datname = 'postgres'")
    await admin.end()
    await shop.startAgain()
    expect(shop.output()).toContain('ご注意：DATABASE_URL のデータベースの文字コードは SQL_ASCII')
  } finally {
    await shop.remove()
    await cluster.stop()
  }
})

test('D95, D96: a start whose database cannot be used says one sentence, and nothing of its address', async () => {
  const cluster = await startPostgresCluster()
  const admin = new pg.Client({ connectionString: cluster.url('postgres') })
  await admin.connect()
  const { PATH = '', HOME = '' } = process.env
  try {
    await admin.query('create role kisou login')
    await admin.query("create database japanese encoding 'EUC_JP' locale 'C' template template0")
    await cluster.create('taken')
    const taken = new pg.Client({ connectionString: cluster.url('taken') })
    await taken.connect()
    await taken.query('create table member (id int)')
    await taken.end()
    const asThem = cluster.url('postgres').replace('postgres@', 'kisou@')
    for (const [DATABASE_URL, said] of [
      [asThem, 'に表を作る権限がありません'],
      [cluster.url('japanese'), 'の文字コードは EUC_JP です'],
      [cluster.url('taken'), 'は空ではありません（表が1個あります：member）'],
      [cluster.url('nowhere'), 'がサーバーにありません'],
      [`${cluster.url('postgres')}?sslmode=require`, 'のサーバーは TLS を使えません'],
      ['postgres://nuno:ki@sou/w:rd#%@127.0.0.1/shop', 'の記号が、そのまま書かれています'],
    ] as const) {
      const DATA_DIR = test.info().outputPath('data')
      const env = { PATH, HOME, NODE_COMPILE_CACHE: compiledFolder, DATA_DIR, DATABASE_URL, PORT: '0' }
      const refused = spawn(pinnedNode(), ['scripts/serve.js'], { cwd: root, env, stdio: 'pipe' })
      const [stderr, stdout] = await Promise.all([text(refused.stderr), text(refused.stdout)])
      expect(stderr).toContain(said)
      expect(stderr.trimEnd().split('\n'), said).toHaveLength(1)
      expect(stderr + stdout).not.toMatch(/kisou|sou\/|w:rd|Deprecation|^ +at /m)
      expect(existsSync(DATA_DIR), said).toBe(false)
      expect(refused.exitCode ?? (await once(refused, 'exit'))[0]).toBe(1)
    }
  } finally {
    await admin.end()
    await cluster.stop()
  }
})
