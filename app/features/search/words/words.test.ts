import { expect, test } from 'vitest'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { ownerWords } from '../../../../tests/support/owner-words.ts'
import { storeZeroHits, wordList } from './commands.server.ts'
import { searchedFor, zeroHits } from './queries.server.ts'

const file = (text: string) => ({ bytes: Buffer.from(text), replace: false })
const day = 86_400_000

onBothEngines('the owner’s words', (open) => {
  const start = async () => contextForTests((await open()).db)

  test('W30: what she says of a word counts instead of what the shop brings', async () => {
    const ctx = await start()
    const of = async (q: string) => (await searchedFor(ctx.db, q))('fabric')
    expect((await of('きんちゃく')).exact).toEqual([['きんちゃく', '巾着']])
    const loaded = await wordList.load(
      ctx,
      file('ことば,同じことば,近いことば\nキンチャク,,\nもふもふ,"ボア、ファー",冬 コート\n'),
    )
    expect(loaded).toMatchObject({ ok: true, value: { written: 2, removed: 0 } })
    expect((await of('きんちゃく')).wide).toEqual([['きんちゃく']])
    const { exact, wide } = await of('モフモフ 巾着')
    expect(exact).toEqual([
      ['もふもふ', 'ぼあ', 'ふぁー'],
      ['巾着', 'きんちゃく'],
    ])
    expect(wide[0]).toEqual(['もふもふ', 'ぼあ', 'ふぁー', '冬 こーと'])
    expect(await wordList.empty(ctx)).toBe(2)
    expect((await of('きんちゃく')).exact).toEqual([['きんちゃく', '巾着']])
  })

  test('W30: a file with a bad row changes nothing, and every problem is said with its place', async () => {
    const ctx = await start()
    const rows = [
      'ことば,同じことば,近いことば',
      'よい,いい,',
      '二つ の,,',
      `${'長'.repeat(41)},,`,
      `多い,${Array.from({ length: 13 }, (_, at) => `語${at}あ`).join('、')},`,
      `長い,${'長'.repeat(41)},`,
      'ヨイ,,',
    ]
    const loaded = await wordList.load(ctx, file(rows.join('\n')))
    expect(loaded).toEqual({
      ok: false,
      error: [
        '3行目：ことばは、空白や記号で区切らない、ひとつのことばにしてください。',
        '4行目：ことばは40文字までです。',
        '5行目：同じことばは12個までです。',
        '6行目：同じことばは、ひとつ40文字までです。',
        '7行目：番号「よい」は2行目と同じです。',
      ],
    })
    expect(await ctx.db.selectFrom('searchWord').selectAll().execute()).toEqual([])
  })
})

onBothEngines('words that found nothing', (open) => {
  const start = async () => contextForTests((await open()).db)
  type Context = Awaited<ReturnType<typeof start>>
  const ask = (ctx: Context, words: string, clients: number, area: 'recipe' | 'kit' = 'recipe') => {
    for (let client = 0; client < clients; client += 1)
      ctx.zeroHits.note({ area, words, typed: words, address: `198.51.100.${client}` }, ctx.now())
  }
  const listed = async (ctx: Context) =>
    (await zeroHits(ctx.db)).map(({ typed, area, clients }) => `${typed} ${area} ${clients}`)

  test('W33: processes add up, also at the same time', async () => {
    const ctx = await start()
    const processes = [ctx, ...[1, 2, 3].map(() => ({ ...contextForTests(ctx.db), now: ctx.now }))]
    for (const each of processes) ask({ ...ctx, ...each }, 'くま', 4)
    for (const each of processes) ask({ ...ctx, ...each }, 'うさぎ', 2)
    await Promise.all(processes.map(storeZeroHits))
    await Promise.all(processes.map(storeZeroHits))
    expect(await listed(ctx)).toEqual(['くま recipe 16'])
  })

  test('W33: of one day the first 200 words are kept, and those go on being counted', async () => {
    const ctx = await start()
    const day0 = 20_544
    const row = (at: number) => ({
      day: day0,
      area: 'kit' as const,
      words: `語${at}`,
      typed: `語${at}`,
      clients: 3,
    })
    await ctx.db
      .insertInto('zeroHit')
      .values(Array.from({ length: 199 }, (_, at) => row(at)))
      .execute()
    ask(ctx, '語0', 3, 'kit')
    ask(ctx, 'くま', 3)
    ask(ctx, 'うさぎ', 3)
    await storeZeroHits(ctx)
    const all = await ctx.db.selectFrom('zeroHit').selectAll().execute()
    expect(all).toHaveLength(200)
    expect(all.find(({ words }) => words === '語0')?.clients).toBe(6)
    expect(all.some(({ words }) => words === 'くま')).toBe(true)
    expect(all.some(({ words }) => words === 'うさぎ')).toBe(false)
  })

  test('W33: they are kept for 90 days', async () => {
    const ctx = await start()
    ask(ctx, 'くま', 3)
    await storeZeroHits(ctx)
    ctx.advance(89 * day)
    await storeZeroHits(ctx)
    expect(await listed(ctx)).toHaveLength(1)
    ctx.advance(day)
    await storeZeroHits(ctx)
    expect(await listed(ctx)).toEqual([])
  })

  test('W33: what could not be stored is stored the next time', async () => {
    const ctx = await start()
    ask(ctx, 'くま', 3)
    await ctx.db.schema.alterTable('zero_hit').renameTo('gone').execute()
    await expect(storeZeroHits(ctx)).rejects.toThrow()
    await ctx.db.schema.alterTable('gone').renameTo('zero_hit').execute()
    await storeZeroHits(ctx)
    expect(await listed(ctx)).toEqual(['くま recipe 3'])
  })

  test('W33: the owner reads them, the most asked first', async () => {
    const ctx = await start()
    const say = async () => (await ownerWords('content')(ctx, ['zero-hits'])).lines
    expect(await say()).toEqual([expect.stringContaining('まだありません')])
    ask(ctx, 'くま', 3)
    ask(ctx, '水筒カバー', 4, 'kit')
    await storeZeroHits(ctx)
    expect((await say()).slice(1, 3)).toEqual([
      '  4人　キット　水筒カバー　（最後は4/1）',
      '  3人　作品　くま　（最後は4/1）',
    ])
  })
})
