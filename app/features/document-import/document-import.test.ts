import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { inviteFormerMembers } from '~/features/accounts/owner.commands.server.ts'
import type { AppDatabase } from '~/server/database/open-database.ts'
import { uploadFilesIn } from '~/server/pictures/picture-files.ts'
import { currentForms } from '../../../cli/import-documents.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { memoryFolder } from '../../../tests/support/memory-folder.ts'
import { importDocuments } from './commands.server.ts'
import { FileRefused } from './document-file.server.ts'
import { placeholder, placeholdersIn, readPath, timeOf, withKept } from './rules.ts'
import type { Remark } from './types.ts'

/** A JPEG of one grey pixel. */
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const at = { _seconds: 1_700_000_000, _nanoseconds: 0 }

interface Line {
  readonly path: string
  readonly data: object
}

const recipe = (parts: object = {}): object => ({
  title: 'きんちゃく袋',
  description: '裏地つき',
  ingredients: ['布 1枚', '', 'ひも'],
  steps: [{ id: 1, description: '切る', imageUrl: pixel }, '縫う'],
  affiliateProducts: [{ id: '1', name: 'はさみ', description: '', productUrl: 'shop.example/x' }],
  cookingTime: '1hour',
  difficulty: 'easy',
  image: pixel,
  authorId: 'uid-haruka',
  authorName: '糸井',
  authorEmail: 'haruka@mail.example',
  likes: 99,
  views: 7,
  tags: ['入園'],
  createdAt: at,
  updatedAt: at,
  ...parts,
})

const shop: readonly Line[] = [
  {
    path: 'users/uid-haruka',
    data: {
      displayName: '糸井はるか',
      email: 'Haruka@mail.example',
      photoURL: pixel,
      joinDate: '2023年4月',
      bio: 'こんにちは',
      authorSNS: { instagram: 'haruka', line: 'https://line.me/x' },
      role: 'admin',
      permissions: { canUpload: true, canModerate: true },
      createdAt: at,
    },
  },
  {
    path: 'users/uid-mei',
    data: { displayName: '', email: 'mei@mail.example', permissions: { canUpload: false } },
  },
  { path: 'recipes/work-1', data: recipe() },
  { path: 'recipes/work-2', data: recipe({ hidden: true, difficulty: 'hard', image: '', steps: [] }) },
  { path: 'recipes/work-1/likes/uid-mei', data: { userId: 'uid-mei', createdAt: at } },
  {
    path: 'recipes/work-1/comments/comment-1',
    data: { text: 'すてき', authorId: 'uid-mei', authorName: 'めい', createdAt: at },
  },
  {
    path: 'recipes/work-1/comments/comment-2',
    data: { text: '昔の人', authorId: 'uid-gone', authorName: '昔', createdAt: at },
  },
  { path: 'users/uid-mei/favorites/work-1', data: { title: 'きんちゃく袋', author: '糸井', createdAt: at } },
  { path: 'popularKeywords/k2', data: { name: 'ポーチ', image: '', order: 1 } },
  { path: 'popularKeywords/k1', data: { name: 'エプロン', image: pixel, order: 0 } },
  { path: 'situationCategories/s1', data: { name: '結婚式', image: '', order: 0 } },
  {
    path: 'kits/KIT-OLD',
    data: {
      name: 'きんちゃくキット',
      price: '1,200円',
      level: '初級',
      fabricSize: '50cm',
      comment: '',
      createdAt: at,
    },
  },
  { path: 'links/l1', data: { title: 'コラボ', price: '500円', applyUrl: 'https://store.example/a' } },
  { path: 'news/n1', data: { date: '2024/4/1', title: '開店', content: 'ようこそ' } },
  { path: 'admins/a1', data: { email: 'haruka@mail.example' } },
]

const refusedPaths = ({ remarks }: { readonly remarks: readonly Remark[] }) =>
  remarks.filter(({ what }) => what === 'refused').map(({ path }) => path)

const ndjson = (lines: readonly Line[]) => lines.map((line) => JSON.stringify(line)).join('\n')

const newFolder = async () => {
  const folder = await mkdtemp(join(memoryFolder(), 'import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const prepare = async ({ db }: AppDatabase) => {
  const folder = await newFolder()
  const ctx = contextForTests(db, { imagesDir: folder, uploadFiles: uploadFilesIn(folder) })
  const run = async (
    content: string | Uint8Array,
    parts: { onlyLook?: boolean; skipsBroken?: boolean } = {},
  ) => {
    const file = join(folder, 'export.json')
    await writeFile(file, content)
    return importDocuments(ctx, {
      file,
      forms: currentForms,
      onlyLook: false,
      skipsBroken: false,
      tell: () => {},
      signal: new AbortController().signal,
      ...parts,
    })
  }
  const refusal = (content: string | Uint8Array) =>
    run(content).then(
      () => 'done',
      (error: unknown) => {
        if (error instanceof FileRefused) return error.message
        throw error
      },
    )
  return { ctx, db, folder, run, refusal }
}

const byCollections = {
  users: { 'uid-haruka': { email: 'haruka@mail.example' } },
  recipes: { 'work-1': recipe() },
}

onBothEngines('an export of the document database', (open) => {
  test('D34, R1, R11, R23, R31, R32: brings members, works with their pictures, reactions, comments and lists', async () => {
    const { db, folder, run } = await prepare(await open())
    const { imported, remarks } = await run(ndjson(shop))
    expect(remarks.filter(({ what }) => what === 'refused')).toEqual([])
    expect(imported).toEqual({
      members: 2,
      recipes: 2,
      reactions: 2,
      comments: 2,
      keywords: 2,
      situations: 1,
      kits: 1,
      lists: 2,
    })
    const works = await db.selectFrom('recipe').selectAll().orderBy('id').execute()
    expect(works).toMatchObject([
      {
        id: 'work-1',
        authorId: 'uid-haruka',
        difficulty: '初級',
        likes: 1,
        views: 7,
        hidden: 0,
        createdAt: 1.7e12,
      },
      { id: 'work-2', difficulty: '上級', likes: 0, hidden: 1, mainImageUrl: '' },
    ])
    expect(works[0]?.mainImageUrl).toMatch(/^\/Image\/uploads\/[\w-]+\.jpg$/)
    expect(works[0]?.steps).toContain(works[0]?.mainImageUrl)
    expect(works[0]?.steps).not.toContain('inline.invalid')
    expect(JSON.parse(works[0]?.ingredients ?? '')).toEqual(['布 1枚', 'ひも'])
    expect(await readdir(join(folder, 'uploads'))).toContain(works[0]?.mainImageUrl.split('/').at(-1))
    expect(
      await db.selectFrom('uploadOwner').select(['owner', 'waiting']).orderBy('owner').execute(),
    ).toEqual([
      { owner: 'curators', waiting: 0 },
      { owner: 'uid-haruka', waiting: 0 },
    ])
    const members = await db
      .selectFrom('member')
      .innerJoin('memberProfile', 'memberProfile.memberId', 'member.id')
      .select([
        'id',
        'name',
        'email',
        'emailVerified',
        'role',
        'canUpload',
        'canModerate',
        'joinDate',
        'instagram',
        'line',
      ])
      .orderBy('id')
      .execute()
    expect(members).toMatchObject([
      {
        name: '糸井はるか',
        email: 'haruka@mail.example',
        emailVerified: 0,
        role: 'member',
        canModerate: 0,
        joinDate: '2023年4月',
        line: 'https://line.me/x',
      },
      { name: 'ユーザー', canUpload: 0 },
    ])
    expect(members[0]?.instagram).toContain('instagram.com/haruka')
    const comments = await db.selectFrom('comment').select(['id', 'authorId']).orderBy('id').execute()
    expect(comments).toEqual([
      { id: 'comment-1', authorId: 'uid-mei' },
      { id: 'comment-2', authorId: null },
    ])
    const keywords = await db.selectFrom('popularKeyword').select('name').orderBy('position').execute()
    expect(keywords.slice(-2)).toEqual([{ name: 'エプロン' }, { name: 'ポーチ' }])
    expect(await db.selectFrom('mail').select('id').execute()).toEqual([])
    expect(remarks.map(({ path, why }) => `${path} ${why}`)).toEqual([
      expect.stringContaining('users/uid-haruka 管理の権限は写しません'),
      expect.stringContaining('recipes/work-1/comments/comment-2 書いた会員がいないので、名前なし'),
      expect.stringContaining('admins/a1 管理者は写しません'),
    ])
  })

  test('D35: twice imported nothing is doubled, and what was changed or hidden since stays', async () => {
    const { db, run } = await prepare(await open())
    await run(ndjson(shop))
    await db.updateTable('recipe').set({ hidden: 1, title: '直した' }).where('id', '=', 'work-1').execute()
    const { imported } = await run(ndjson(shop))
    expect(new Set(Object.values(imported ?? {}))).toEqual(new Set([0]))
    const work = db.selectFrom('recipe').select(['title', 'hidden', 'likes']).where('id', '=', 'work-1')
    expect(await work.executeTakeFirst()).toEqual({ title: '直した', hidden: 1, likes: 1 })
    expect(await db.selectFrom('member').select('id').execute()).toHaveLength(2)
  })

  test('D34: one broken document refuses all, told by its line; --skip-broken leaves it and what hangs on it out', async () => {
    const { db, run } = await prepare(await open())
    const lines = [
      ...shop,
      { path: 'recipes/work-3', data: recipe({ title: '' }) },
      { path: 'recipes/work-3/likes/uid-mei', data: {} },
      { path: 'recipes/work-4', data: recipe({ authorId: 'nobody' }) },
      { path: 'users/uid-noaddress', data: { displayName: '名なし' } },
      { path: 'users/uid-twin', data: { displayName: 'ふたご', email: 'MEI@mail.example' } },
    ]
    const refused = await run(ndjson(lines))
    expect(refused.imported).toBeNull()
    expect(refused.remarks).toContainEqual(
      expect.objectContaining({
        place: '16行目',
        path: 'recipes/work-3',
        why: expect.stringContaining('タイトル'),
      }),
    )
    for (const table of ['member', 'recipe', 'comment', 'recipeLike', 'product'] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
    const skipped = await run(ndjson(lines), { skipsBroken: true })
    expect(skipped.imported).toMatchObject({ members: 2, recipes: 2 })
    expect(refusedPaths(skipped)).toEqual([
      'recipes/work-3',
      'recipes/work-3/likes/uid-mei',
      'recipes/work-4',
      'users/uid-noaddress',
      'users/uid-twin',
    ])
  })

  test('D34: only looking names all that a run drops: what hangs on what, and pictures that are none', async () => {
    const { run } = await prepare(await open())
    const lines = [
      ...shop,
      { path: 'users/uid-noaddress', data: { displayName: '名なし' } },
      { path: 'recipes/work-5', data: recipe({ authorId: 'uid-noaddress' }) },
      { path: 'recipes/work-5/comments/c5', data: { text: 'はい', authorId: 'uid-mei' } },
      { path: 'recipes/work-5/likes/uid-mei', data: {} },
      { path: 'recipes/work-6', data: recipe({ image: 'data:image/jpeg;base64,AAAA' }) },
      { path: 'recipes/work-6/likes/uid-mei', data: {} },
      { path: 'users/uid-noaddress/favorites/work-1', data: {} },
      { path: 'recipes/work-1/comments/c6', data: { text: 'はい', authorId: 'uid-gone' } },
      { path: 'popularKeywords/k3', data: { name: 'ポーチ', order: 2 } },
      { path: 'recipes/work-1', data: recipe({ title: '二つ目' }) },
    ]
    const looked = await run(ndjson(lines), { onlyLook: true })
    const refused = await run(ndjson(lines))
    const skipped = await run(ndjson(lines), { skipsBroken: true })
    expect(refusedPaths(skipped)).toEqual([
      'users/uid-noaddress',
      'recipes/work-5',
      'recipes/work-5/comments/c5',
      'recipes/work-5/likes/uid-mei',
      'recipes/work-6',
      'recipes/work-6/likes/uid-mei',
      'users/uid-noaddress/favorites/work-1',
      'recipes/work-1',
    ])
    expect(skipped.remarks).toContainEqual(
      expect.objectContaining({ path: 'recipes/work-1/comments/c6', what: 'note' }),
    )
    expect(skipped.remarks).toContainEqual(
      expect.objectContaining({
        path: 'popularKeywords/k3',
        what: 'note',
        why: expect.stringMatching(/ポーチ/),
      }),
    )
    expect([looked.imported, refused.imported]).toEqual([null, null])
    expect(looked.remarks).toEqual(skipped.remarks)
    expect(refused.remarks).toEqual(skipped.remarks)
  })

  test('D34: curated items beyond the limit of a list are told, as many as a run drops', async () => {
    const { db, run } = await prepare(await open())
    const lines = Array.from({ length: 53 }, (_, at) => ({
      path: `popularKeywords/many-${at}`,
      data: { name: `ことば${at}`, order: at },
    }))
    const before = (await db.selectFrom('popularKeyword').select('id').execute()).length
    const looked = await run(ndjson(lines), { onlyLook: true })
    const { imported, remarks } = await run(ndjson(lines), { skipsBroken: true })
    expect(imported?.keywords).toBe(50 - before)
    expect(refusedPaths({ remarks })).toHaveLength(3 + before)
    expect(looked.remarks).toEqual(remarks)
  })

  test('D34: works of a second file belong to the members that a first one brought, also where she has another id here', async () => {
    const { db, run } = await prepare(await open())
    await addMember(db, { id: 'here', email: 'haruka@mail.example', emailVerified: true })
    await run(
      ndjson(shop.filter(({ path }) => path.startsWith('users/uid-') && path.split('/').length === 2)),
    )
    const second = [
      { path: 'recipes/work-8', data: recipe({ image: '' }) },
      { path: 'recipes/work-9', data: recipe({ image: '', authorId: 'uid-mei' }) },
      { path: 'recipes/work-8/comments/c8', data: { text: 'はい', authorId: 'uid-mei' } },
      { path: 'recipes/work-9/likes/uid-haruka', data: {} },
    ]
    const { imported, remarks } = await run(ndjson(second))
    expect(refusedPaths({ remarks })).toEqual([])
    expect(imported).toMatchObject({ recipes: 2, comments: 1, reactions: 1 })
    const works = db.selectFrom('recipe').select(['id', 'authorId', 'likes']).orderBy('id')
    expect(await works.execute()).toEqual([
      { id: 'work-8', authorId: 'here', likes: 0 },
      { id: 'work-9', authorId: 'uid-mei', likes: 1 },
    ])
    expect(await db.selectFrom('comment').select('authorId').execute()).toEqual([{ authorId: 'uid-mei' }])
    await db.deleteFrom('recipe').execute()
    await db.deleteFrom('member').where('id', '=', 'here').execute()
    expect(await db.selectFrom('formerMember').selectAll().execute()).toEqual([])
  })

  test('D34: a reference to something else than a member is no author', async () => {
    const { run } = await prepare(await open())
    const elsewhere = { path: 'recipes/a', data: recipe({ authorId: 'groups/uid-mei' }) }
    const { remarks } = await run(ndjson([...shop, elsewhere]))
    expect(refusedPaths({ remarks })).toEqual(['recipes/a'])
  })

  test('D34: whatever form the materials and steps have, they come over and what changed is told', async () => {
    const { db, run } = await prepare(await open())
    const odd = [
      ...shop.slice(0, 2),
      {
        path: 'recipes/a-text',
        data: recipe({
          ingredients: '布 1枚\nひも 2本',
          steps: '切る\n縫う\n',
          tags: '入園、通園',
          image: '',
        }),
      },
      {
        path: 'recipes/b-parts',
        data: recipe({
          ingredients: [
            { amount: '2本', name: 'ひも' },
            { name: '布', quantity: 1, unit: '枚' },
            { name: { ja: '糸' } },
            5,
          ],
          steps: { 0: { text: '切る' }, 1: '縫う' },
          image: '',
          comments: [{ text: '中のコメント' }],
          authorName: '[object Object]',
        }),
      },
      {
        path: 'recipes/c-reference',
        data: recipe({
          authorId: { __datatype__: 'documentReference', value: 'users/uid-mei' },
          createdAt: 'gestern',
          mainImageUrl: 'javascript:alert(1)',
          image: '',
          youtubeUrl: 'https://www.youtube.com/watch?v=abcdefghijk',
          websiteExplanation: 'https://example.jp/how',
        }),
      },
    ]
    const { remarks } = await run(ndjson(odd))
    expect(refusedPaths({ remarks })).toEqual([])
    const works = await db
      .selectFrom('recipe')
      .select(['id', 'authorId', 'ingredients', 'steps'])
      .orderBy('id')
      .execute()
    const texts = works.map(({ id, authorId, ingredients, steps }) => [
      id,
      authorId,
      JSON.parse(ingredients),
      JSON.parse(steps).map(({ description }: { description: string }) => description),
    ])
    expect(texts).toEqual([
      ['a-text', 'uid-haruka', ['布 1枚', 'ひも 2本'], ['切る', '縫う']],
      ['b-parts', 'uid-haruka', ['ひも 2本', '布 1 枚', '5'], ['切る', '縫う']],
      ['c-reference', 'uid-mei', ['布 1枚', 'ひも'], ['切る', '縫う']],
    ])
    const told = (path: string) => remarks.filter((each) => each.path === path).map(({ why }) => why)
    expect(told('recipes/a-text')).toEqual([
      'tags は1つの文なので、2件に分けました',
      'ingredients は1つの文なので、2件に分けました',
      'steps は1つの文なので、2件に分けました',
    ])
    expect(told('recipes/b-parts')).toEqual([
      'ingredients を読めないので、写しません：{"name":{"ja":"糸"}}',
      'ingredients の2件は、名前や分量を1行にしました',
      'authorName を読めないので、写しません："[object Object]"',
      '写さない欄：comments',
    ])
    expect(told('recipes/c-reference')).toEqual([
      '投稿日がないので、いまの日付にしました',
      'createdAt を読めないので、写しません："gestern"',
      'mainImageUrl を読めないので、写しません："javascript:alert(1)"',
      '写さない欄：websiteExplanation',
    ])
  })

  test('D34: only looking writes nothing, not even a picture', async () => {
    const { db, folder, run } = await prepare(await open())
    expect(await run(ndjson(shop), { onlyLook: true })).toMatchObject({
      imported: null,
      documents: 15,
      pictures: 1,
    })
    expect(await db.selectFrom('member').select('id').execute()).toEqual([])
    expect(await db.selectFrom('upload').select('name').execute()).toEqual([])
    expect(await readdir(folder)).toEqual(['export.json'])
  })

  test('D34, R5: a picture that is none refuses its document, after all others were judged', async () => {
    const { db, run } = await prepare(await open())
    const bad = { path: 'recipes/work-9', data: recipe({ image: 'data:image/jpeg;base64,AAAA' }) }
    const { imported, remarks } = await run(ndjson([...shop, bad]))
    expect(imported).toBeNull()
    expect(remarks.at(-1)).toMatchObject({ path: 'recipes/work-9', why: expect.stringContaining('写真') })
    expect(await db.selectFrom('recipe').select('id').execute()).toEqual([])
  })

  test('D34, A2: an address that a member of the shop has proved is hers; one that nobody has proved is refused', async () => {
    const { db, run } = await prepare(await open())
    await addMember(db, { id: 'here', email: 'haruka@mail.example', emailVerified: true })
    await addMember(db, { id: 'there', email: 'mei@mail.example', emailVerified: false })
    const { imported, remarks } = await run(ndjson(shop), { skipsBroken: true })
    expect(imported).toMatchObject({ members: 0, recipes: 2 })
    expect(await db.selectFrom('recipe').select('authorId').distinct().execute()).toEqual([
      { authorId: 'here' },
    ])
    expect(remarks).toContainEqual(expect.objectContaining({ path: 'users/uid-mei', what: 'refused' }))
  })

  test('D36: members without a password are invited once, when the owner says so', async () => {
    const { db, ctx, run } = await prepare(await open())
    await run(ndjson(shop))
    const sending = { ...ctx, mail: { ...ctx.mail, delivers: true } }
    expect(await inviteFormerMembers({ ...ctx, mail: { ...ctx.mail, delivers: false } })).toMatchObject({
      ok: false,
    })
    expect(await inviteFormerMembers(sending)).toEqual({ ok: true, value: 2 })
    expect(await inviteFormerMembers(sending)).toEqual({ ok: true, value: 0 })
    const mails = await db
      .selectFrom('mail')
      .select(['recipient', 'kind', 'text'])
      .orderBy('recipient')
      .execute()
    expect(mails).toMatchObject([
      {
        recipient: 'haruka@mail.example',
        kind: 'password_invitation',
        text: expect.stringContaining('/gallery/login'),
      },
      { recipient: 'mei@mail.example' },
    ])
  })

  test('D34: the same in one JSON, as a list and by collections', async () => {
    const { run } = await prepare(await open())
    expect((await run(JSON.stringify(shop, null, 2))).imported).toMatchObject({
      members: 2,
      recipes: 2,
      comments: 2,
    })
    const byCollection = {
      users: { 'uid-new': { displayName: '新', email: 'new@mail.example' } },
      recipes: {
        'work-7': {
          ...recipe({ authorId: 'uid-new' }),
          __collections__: {
            likes: { 'uid-new': {} },
            comments: { c7: { text: 'はい', authorId: 'uid-new' } },
          },
        },
      },
    }
    expect((await run(JSON.stringify(byCollection))).imported).toMatchObject({
      members: 1,
      recipes: 1,
      comments: 1,
    })
  })

  test.each([
    ['a list within a record', { exportedAt: 'today', documents: shop }],
    ['two wrappers', { data: { documents: shop } }],
    ['collections within a wrapper', { export: { __collections__: byCollections } }],
    [
      'collections as lists',
      {
        recipes: [{ id: 'work-1', ...recipe() }],
        users: [{ uid: 'uid-haruka', email: 'haruka@mail.example' }],
      },
    ],
  ])('D34: an export is found within whatever its exporter put around it: %s', async (_, whole) => {
    const { run } = await prepare(await open())
    expect((await run(JSON.stringify(whole))).imported).toMatchObject({ recipes: expect.any(Number) })
    expect((await run(JSON.stringify(whole))).documents).toBeGreaterThanOrEqual(2)
  })

  test('D34: what lies beside an export is told, and lines may name their data first', async () => {
    const { run } = await prepare(await open())
    const beside = await run(JSON.stringify({ documents: shop, orders: { a: {} } }))
    expect(beside.remarks).toContainEqual(expect.objectContaining({ path: 'orders', what: 'note' }))
    const dataFirst = shop.map(({ path, data }) => JSON.stringify({ data, path })).join('\n')
    expect((await run(dataFirst)).documents).toBe(shop.length)
  })
})

onBothEngines('an export that names members of the shop', (open) => {
  test('A2, D34: neither an id nor an address of a member gives it another name, address or right', async () => {
    const { db, run } = await prepare(await open())
    for (const id of ['mio', 'rin']) await addMember(db, { id, email: `${id}@mail.example` })
    const before = await db.selectFrom('member').selectAll().orderBy('id').execute()
    const data = { displayName: '別の人', role: 'admin', permissions: { canModerate: true } }
    await run(
      ndjson([
        { path: 'users/mio', data: { ...data, email: 'other@mail.example' } },
        { path: 'users/rin', data: { ...data, email: 'mio@mail.example' } },
      ]),
    )
    expect(await db.selectFrom('member').selectAll().orderBy('id').execute()).toEqual(before)
    expect(await db.selectFrom('formerMember').selectAll().execute()).toEqual([])
  })
})

onBothEngines('a file that is no export', (open) => {
  test('D33: cut, in another encoding, something else or too long is a sentence, and nothing is written', async () => {
    const { db, refusal } = await prepare(await open())
    const whole = ndjson(shop)
    expect(await refusal(whole.slice(0, -20))).toMatch(/15行目はJSONとして読めません。途中で切れた/)
    expect(await refusal(`${whole}\n{"end": 16}`)).toMatch(/終わりの行は16件と言い、15件しかありません/)
    expect(await refusal(JSON.stringify(shop).slice(0, -5))).toMatch(/JSONとして読めません/)
    expect(await refusal(Buffer.from(whole, 'utf16le'))).toMatch(/UTF-8 ではありません/)
    const shiftJis = Buffer.concat([
      Buffer.from('{"path":"users/a","data":{"displayName":"'),
      Buffer.from([0x83, 0x6e]),
    ])
    expect(await refusal(shiftJis)).toMatch(/の1行目のあたり の文字コードが UTF-8 ではありません/)
    expect(await refusal('番号,名前\n1,布')).toMatch(/でもありません/)
    expect(await refusal('{"path":"users/a"}')).toMatch(/path と data がありません/)
    for (const nothing of ['{}', '[]', '{"documents":[]}', '{"recipes":{}}'])
      expect(await refusal(nothing), nothing).toMatch(/文書が1つもありません。読めるのは/)
    expect(await refusal('{"shops":{"a":{"name":"x"}}}')).toMatch(
      /お店に写せる文書がありません。見つかったのは shops/,
    )
    expect(await refusal('{"recipes":[{"title":"番号なし"}]}')).toMatch(/path と data がありません/)
    expect(await refusal(`{"path":"users/a","data":{"bio":"${'x'.repeat(25 * 1_048_576)}"}}`)).toMatch(
      /長すぎます/,
    )
    const deep = `${'{"value":'.repeat(5_000)}1${'}'.repeat(5_000)}`
    expect(await refusal(`{"path":"users/a","data":{"createdAt":${deep}}}`)).toMatch(
      /の1行目 は、入れ子が深すぎて/,
    )
    expect(await refusal(`{"users":${deep}}`)).toMatch(/入れ子が深すぎて/)
    const oneCollection = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, at) => [`uid-${at}`, { name: {} }]),
    )
    expect(await refusal(JSON.stringify(oneCollection))).toMatch(
      /お店に写せる文書がありません|path と data がありません/,
    )
    expect(await db.selectFrom('member').select('id').execute()).toEqual([])
  })
})

test('D34: paths of other collections are none of the shop', () => {
  expect(readPath('recipes/a/likes/b')).toEqual({ kind: 'like', id: 'b', parent: 'a' })
  for (const path of [
    'recipes',
    'recipes/',
    'orders/a',
    'recipes/a/likes',
    'users/a/likes/b',
    'a/b/c/d/e/f',
    'constructor/a',
  ])
    expect(readPath(path), path).toBeNull()
})

test('D34: a time is read in all the forms of exports', () => {
  const time = 1_700_000_000_123
  const nanos = 123_000_000
  for (const value of [
    time,
    new Date(time).toISOString(),
    { _seconds: 1_700_000_000, _nanoseconds: nanos },
    { seconds: 1_700_000_000, nanoseconds: nanos },
    { __datatype__: 'timestamp', value: { _seconds: 1_700_000_000, _nanoseconds: nanos } },
  ])
    expect(timeOf(value)).toBe(time)
  for (const value of [
    '令和8年4月8日',
    'R8.4.8',
    '2026/4/8',
    '20260408',
    20260408,
    { value: '2026年4月8日' },
  ])
    expect(timeOf(value), String(value)).toBe(Date.UTC(2026, 3, 7, 15))
  for (const value of [null, {}, '', 'gestern', -1, 1.5, { value: {} }, { _seconds: 1, _nanoseconds: 'x' }])
    expect(timeOf(value)).toBeNull()
  // No date can be written of these.
  for (const value of [Number.MAX_SAFE_INTEGER, { _seconds: Number.MAX_SAFE_INTEGER }, { _seconds: -1e14 }])
    expect(timeOf(value)).toBeNull()
})

test('D34: whatever a text holds, only its stand-ins are exchanged', () => {
  const hash = fc.stringMatching(/^[0-9a-f]{64}$/)
  fc.assert(
    fc.property(fc.string(), hash, fc.string(), (before, of, after) => {
      const text = `${before}${placeholder(of)} ${after}`
      expect(placeholdersIn(text)).toContain(of)
      expect(withKept(text, new Map([[of, '/kept.jpg']]))).toContain('/kept.jpg')
      expect(withKept(before, new Map([[of, '/kept.jpg']]))).toBe(before)
    }),
  )
})
