import { expect, test } from 'vitest'
import { commentsOf } from '~/features/comments/queries.server.ts'
import type { Actor, Member, Requester } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { engineOf } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { plansOf } from '../../../tests/support/query-plan.ts'
import { addRecipe } from '../../../tests/support/recipe-for-tests.ts'
import { memberSteps } from '../../brought-by-features.server.ts'
import { postComment } from '../comments/commands.server.ts'
import { hideRecipe } from '../recipes/recipe.commands.server.ts'
import { type NewReport, reportLimits, reportThing } from './commands.server.ts'
import { forgetReportsJob } from './jobs.server.ts'
import {
  caseOfDesk,
  reportAlarms,
  reportCard,
  reportsOfAuthor,
  uploadsReported,
  waitingCases,
} from './outcomes.queries.server.ts'
import { mostStored, reportsKeptDays, wordsTyped } from './rules.ts'
import { reportableThing } from './seen.queries.server.ts'

const refusal = (error: string) => ({ ok: false, error })
const done = { ok: true, value: null }
const day = 24 * 3_600_000

const visitor = (at: number | string = 1): Requester => ({
  kind: 'visitor',
  address: typeof at === 'string' ? at : `198.51.${at}.7`,
})

onBothEngines('reports', (open) => {
  const start = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const hanako = await addMember(db, { id: 'hanako', name: '花子' })
    const taro = await addMember(db, { id: 'taro', name: '太郎' })
    await addRecipe(db, 'hanako', { id: 'work', title: 'エプロン', description: '帆布で作ります' })
    await postComment(ctx, taro, { id: 'comment-1', recipe: 'work', typed: 'ひどいことば' })
    const report = (actor: Requester, parts: Partial<NewReport> = {}) =>
      reportThing(ctx, actor, {
        kind: 'comment',
        id: 'comment-1',
        reason: 'hurtful',
        words: '',
        email: null,
        userAgent: 'a phone',
        ...parts,
      })
    const cases = async () => (await waitingCases(db)).cases
    const only = async () => {
      const [first] = await cases()
      const shown = await caseOfDesk(db, first?.id ?? '')
      if (shown === undefined) throw new Error('there is no case')
      return shown
    }
    return { db, ctx, hanako, taro, report, cases, only }
  }

  test('R50: a visitor, a member and an admin report a recipe, a comment and a profile, with reason, words and an address', async () => {
    const { db, hanako, report, cases, only } = await start()
    const things = [
      ['comment', 'comment-1', '太郎さんのコメント', 'ひどいことば'],
      ['recipe', 'work', '花子さんの作品', 'エプロン'],
      ['profile', 'taro', '太郎さんのプロフィール', '太郎'],
    ] as const
    for (const [kind, id] of things)
      expect(await report(visitor(), { kind, id, words: '見てください', email: 'a@mail.example' })).toEqual(
        done,
      )
    expect((await cases()).map(({ what, text }) => [what, text])).toEqual(
      expect.arrayContaining(things.map(([, , what, text]) => [what, text])),
    )
    expect(await report({ ...hanako, role: 'admin' }, { reason: 'copied' })).toEqual(done)
    expect((await db.selectFrom('report').select(['reporter']).execute()).length).toBe(4)
    const shown = await caseOfDesk(db, (await cases()).find(({ waiting }) => waiting === 2)?.id ?? '')
    expect(shown?.reports).toMatchObject([
      { words: '見てください', byMember: false, wantsOutcome: true },
      { words: '', byMember: true, wantsOutcome: false },
    ])
    expect((await only()).waiting).toBeGreaterThan(0)
  })

  test('R50: once a person and thing, also at the same moment; the second time is answered like the first', async () => {
    const { ctx, db, hanako, report, only } = await start()
    expect(await Promise.all([report(hanako), report(hanako), report(hanako)])).toEqual([done, done, done])
    expect(await report({ ...hanako, sessionId: 'another', address: '198.51.100.9' })).toEqual(done)
    expect(await report({ kind: 'curator', address: '', signedInAs: hanako.id })).toEqual(done)
    expect((await only()).waiting).toBe(1)
    expect(await report(visitor(3))).toEqual(done)
    expect(await report(visitor('198.51.3.7'), { words: 'もう一度' })).toEqual(done)
    expect((await only()).waiting).toBe(2)
    // Another browser behind the same address, and another address, are others.
    expect(await report(visitor(3), { userAgent: 'a tablet' })).toEqual(done)
    expect(await report(visitor(4))).toEqual(done)
    expect((await only()).waiting).toBe(4)
    // The same visitor has another digest for each thing, and none holds her address.
    await report(visitor(3), { kind: 'recipe', id: 'work' })
    const keys = (await db.selectFrom('report').select('reporter').execute()).map(({ reporter }) => reporter)
    expect(new Set(keys).size).toBe(5)
    expect(keys.join(' ')).not.toContain('198.51')
    const elsewhere = {
      ...ctx,
      memberSettings: { ...ctx.memberSettings, secret: 'another secret of 32 bytes' },
    }
    await reportThing(elsewhere, visitor(3), {
      ...{ kind: 'recipe', id: 'work', reason: 'other', words: '', email: null, userAgent: 'a phone' },
    } as const)
    expect((await db.selectFrom('report').select('id').execute()).length).toBe(6)
  })

  test('R50: nobody reports her own, nor what she does not see; hidden and gone read the same', async () => {
    const { ctx, db, hanako, taro, report, cases } = await start()
    expect(await report(taro)).toEqual(refusal('own'))
    expect(await report(hanako, { kind: 'recipe', id: 'work' })).toEqual(refusal('own'))
    expect(await report(hanako, { kind: 'profile', id: 'hanako' })).toEqual(refusal('own'))
    expect(await report({ kind: 'curator', address: '', signedInAs: taro.id })).toEqual(refusal('own'))
    for (const id of ['never-there', '', '\u0000', 'x'.repeat(300)])
      for (const kind of ['recipe', 'comment', 'profile'] as const)
        expect(await report(visitor(), { kind, id })).toEqual(refusal('not_there'))
    await hideRecipe(ctx, 'work', { hidden: { reason: '' } })
    expect(await report(visitor(), { kind: 'recipe', id: 'work' })).toEqual(refusal('not_there'))
    expect(await report(visitor())).toEqual(refusal('not_there'))
    expect(await report(hanako, { kind: 'recipe', id: 'work' })).toEqual(refusal('own'))
    await hideRecipe(ctx, 'work', { hidden: null })
    await db.updateTable('comment').set({ hidden: 1 }).execute()
    expect(await report(visitor())).toEqual(refusal('not_there'))
    expect(await report(taro)).toEqual(refusal('not_there'))
    expect(await cases()).toEqual([])
  })

  test('R50: words have 500 characters at most; what nobody can see is none', async () => {
    const { report, only } = await start()
    expect(await report(visitor(), { words: '字'.repeat(501) })).toEqual(refusal('too_long'))
    expect(await report(visitor(), { words: '😊'.repeat(500) })).toEqual(done)
    expect((await only()).reports[0]?.words).toBe('😊'.repeat(500))
    expect([wordsTyped(' \u200b\n'), wordsTyped(' a\r\n\n\n\n\u202eb ')]).toEqual(['', 'a\n\nb'])
  })

  test('R51: the owner sees what was seen, though its author changes or deletes it; pictures of it stay', async () => {
    const { ctx, db, hanako, report, only } = await start()
    const photo = `/Image/uploads/${'a'.repeat(32)}-800x600.jpg`
    await db
      .updateTable('recipe')
      .set({ mainImageUrl: photo, steps: JSON.stringify([{ id: 1, description: '切る。'.repeat(3_000) }]) })
      .execute()
    await report(visitor(1), { kind: 'recipe', id: 'work' })
    const before = await only()
    expect([before.now, before.seen?.title, before.seen?.pictures]).toEqual(['shown', 'エプロン', [photo]])
    expect(JSON.stringify(before.seen).length).toBeLessThan(4_000)
    await db.updateTable('recipe').set({ title: 'かばん', mainImageUrl: '' }).execute()
    expect((await only()).now).toBe('changed')
    await report(visitor(2), { kind: 'recipe', id: 'work' })
    await report(visitor(3), { kind: 'recipe', id: 'work' })
    const after = await only()
    expect([after.seen?.title, ...after.reports.map(({ sawOther }) => sawOther?.title)]).toEqual([
      'エプロン',
      undefined,
      'かばん',
      'かばん',
    ])
    const name = photo.slice('/Image/uploads/'.length, -4)
    expect(await uploadsReported(db, [name, 'another'])).toEqual([name])
    await hideRecipe(ctx, 'work', { hidden: { reason: '' } })
    expect(await only()).toMatchObject({ now: 'hidden', path: null, mayHide: true })
    await db.deleteFrom('recipe').execute()
    expect(await only()).toMatchObject({
      now: 'gone',
      path: null,
      mayHide: false,
      seen: { title: 'エプロン' },
    })
    expect(hanako.id).toBe('hanako')
  })

  const fromOne = (network: string, of: number): Requester[] =>
    Array.from({ length: of }, (_, at) => visitor(`${network}.${at + 1}`))

  const addComments = async (ctx: AppContext, author: Member, many: number) => {
    const rows = Array.from({ length: many }, (_, at) => ({
      id: `many-${String(at).padStart(4, '0')}`,
      ...{ recipeId: 'work', authorId: author.id, authorName: '', text: `${at}` },
      ...{ source: 'own' as const, createdAt: at },
    }))
    await ctx.db.insertInto('comment').values(rows).execute()
    return rows.map(({ id }) => id)
  }

  test('R52, S30: one who reports much stops herself, then her network, and never the others', async () => {
    const { ctx, taro, hanako, report } = await start()
    const ids = await addComments(ctx, taro, reportLimits.perNetwork + reportLimits.perClient + 5)
    const one = ids.slice(0, reportLimits.perClient)
    for (const id of one) expect(await report(visitor('203.0.113.1'), { id })).toEqual(done)
    const next = ids[reportLimits.perClient] ?? ''
    expect(await report(visitor('203.0.113.1'), { id: next })).toEqual(refusal('too_many'))
    // What she has reported is answered as before.
    expect(await report(visitor('203.0.113.1'), { id: one[0] ?? '' })).toEqual(done)
    expect(await report(visitor('203.0.113.2'), { id: next })).toEqual(done)
    const rest = reportLimits.perNetwork - reportLimits.perClient - 1
    for (const actor of fromOne('203.0.113', 200).slice(2, 2 + rest))
      expect(await report(actor, { id: next })).toEqual(done)
    expect(await report(visitor('203.0.113.254'), { id: next })).toEqual(refusal('too_many'))
    expect(await report(visitor('198.51.100.1'), { id: next })).toEqual(done)
    expect(await report({ ...hanako, address: '203.0.113.9' }, { id: ids.at(-1) ?? '' })).toEqual(
      refusal('too_many'),
    )
    ctx.advance(3_600_000)
    expect(await report(visitor('203.0.113.1'), { id: next })).toEqual(done)
  })

  test('R52, S30: when the shop’s limit is near, those who reported most are refused first', async () => {
    const { ctx, db, report } = await start()
    await report(visitor('203.0.113.1'))
    await db
      .updateTable('rateLimit')
      .set({ count: reportLimits.together - 10 })
      .where('subject', '=', 'reports:*')
      .execute()
    expect(await report(visitor('203.0.113.1'), { kind: 'recipe', id: 'work' })).toEqual(refusal('too_many'))
    expect(await report(visitor('198.51.100.1'), { kind: 'recipe', id: 'work' })).toEqual(done)
    await db
      .updateTable('rateLimit')
      .set({ count: reportLimits.together })
      .where('subject', '=', 'reports:*')
      .execute()
    expect(await report(visitor('192.0.2.1'), { kind: 'recipe', id: 'work' })).toEqual(refusal('too_many'))
    expect(ctx.now()).toBeGreaterThan(0)
  })

  test('R52: a thing that many report is stored so often and then only counted; nothing is hidden by it', async () => {
    const { db, report, only } = await start()
    for (let at = 0; at < mostStored + 3; at += 1) expect(await report(visitor(at))).toEqual(done)
    const shown = await only()
    expect([shown.waiting, shown.reports.length, shown.counted, shown.now]).toEqual([
      mostStored + 3,
      mostStored,
      3,
      'shown',
    ])
    const anyone: Actor = { kind: 'visitor', address: '' }
    expect(await commentsOf(db, anyone, { recipe: 'work', count: 30 })).toMatchObject({ total: 1 })
    expect(await db.selectFrom('comment').select('hidden').execute()).toEqual([{ hidden: 0 }])
  })

  test('R53: an address of many reports is written to five times a day, which nobody is told', async () => {
    const { ctx, db, taro, report } = await start()
    const ids = await addComments(ctx, taro, 6)
    for (const [at, id] of ids.entries())
      expect(await report(visitor(at), { id, email: `Victim+${at}@gmail.com`.toLowerCase() })).toEqual(done)
    const kept = await db.selectFrom('report').where('email', 'is not', null).select('id').execute()
    expect(kept.length).toBe(5)
  })

  test('R54, A17: with an account go reports of her recipes and profile, and her name from all others', async () => {
    const { ctx, db, hanako, report, cases } = await start()
    await report(hanako, { words: 'いやです', email: 'hanako@mail.example' })
    await postComment(ctx, hanako, { id: 'comment-2', recipe: 'work', typed: 'お返事' })
    await addRecipe(db, 'taro', { id: 'other' })
    await postComment(ctx, hanako, { id: 'comment-3', recipe: 'other', typed: '宣伝' })
    await report(visitor(), { kind: 'recipe', id: 'work', email: 'told@mail.example' })
    await report(visitor(), { kind: 'profile', id: 'hanako' })
    await report(visitor(), { id: 'comment-3' })
    await inTransaction(ctx, (trx) => memberSteps.gone(trx, hanako.id, ctx))
    expect((await cases()).map(({ what }) => what).sort()).toEqual([
      '太郎さんのコメント',
      '退会した方のコメント',
    ])
    const rows = await db.selectFrom('report').select(['reporter', 'words', 'email']).execute()
    expect(rows.find(({ words }) => words === 'いやです')).toMatchObject({ email: null })
    expect(JSON.stringify(rows)).not.toContain('hanako')
    expect(await db.selectFrom('reportCase').where('authorId', '=', 'hanako').select('id').execute()).toEqual(
      [],
    )
    const mails = await db.selectFrom('mail').select(['recipient', 'text']).execute()
    expect(mails).toMatchObject([{ recipient: 'told@mail.example' }])
    expect(mails[0]?.text).toContain('削除されました')
  })

  test('R55: reports are kept a year', async () => {
    const { ctx, db, report } = await start()
    await report(visitor(1))
    ctx.advance(200 * day)
    await report(visitor(2))
    await report(visitor(1), { kind: 'recipe', id: 'work' })
    const left = async () => {
      await forgetReportsJob(ctx).run(AbortSignal.timeout(5_000))
      const rows = await Promise.all(
        (['report', 'reportCase', 'reportUpload'] as const).map((table) =>
          db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as('all'))
            .executeTakeFirstOrThrow(),
        ),
      )
      return rows.map(({ all }) => Number(all))
    }
    ctx.advance((reportsKeptDays - 200) * day - 1)
    expect(await left()).toEqual([3, 2, 0])
    ctx.advance(1)
    expect(await left()).toEqual([2, 2, 0])
    ctx.advance(200 * day)
    expect(await left()).toEqual([0, 0, 0])
  })

  test('N23, N93: what waits stands on きょう and in the digest of the day, oldest first', async () => {
    const { ctx, db, taro, report } = await start()
    expect([await reportCard.read(ctx), await reportAlarms.read(ctx)]).toEqual([{ count: 0 }, []])
    await report(visitor(), { kind: 'profile', id: 'taro' })
    ctx.advance(1_000)
    await report(visitor(2))
    ctx.advance(1_000)
    await report(visitor(3), { kind: 'profile', id: 'taro' })
    expect([await reportCard.read(ctx), (await reportAlarms.read(ctx)).length]).toEqual([{ count: 2 }, 1])
    const rows = (await reportCard.rows?.(db, 1)) ?? []
    expect(rows.map(({ text }) => text)).toEqual(['太郎さんのプロフィール'])
    const { cases, total } = await waitingCases(db, 1)
    expect([total, cases.map(({ waiting, others }) => [waiting, others])]).toEqual([2, [[2, 1]]])
    expect(taro.id).toBe('taro')
  })

  test('R25: of a queue of 2,000 a hundred are drawn, each with how many more of its author wait, by indexes', async () => {
    const { db, ctx, report } = await start()
    await report(visitor(1))
    const [first] = await db.selectFrom('reportCase').selectAll().execute()
    if (first === undefined) throw new Error('there is no case')
    for (let portion = 0; portion < 20; portion += 1)
      await db
        .insertInto('reportCase')
        .values(
          Array.from({ length: 100 }, (_, at) => ({
            ...first,
            id: `case ${portion} ${at}`,
            thingId: `thing ${portion} ${at}`,
            authorId: at === 0 ? 'hanako' : 'taro',
            waitingSince: ctx.now() + 1 + portion * 100 + at,
          })),
        )
        .execute()
    const plans = await plansOf(db, async (watched) => {
      const { cases, total } = await waitingCases(watched)
      expect([cases.length, total]).toEqual([100, 1_000])
      expect(cases[0]).toMatchObject({ others: 1_980, waiting: 1 })
      expect(cases[1]).toMatchObject({ others: 19 })
      expect((await reportsOfAuthor(watched, 'taro', first.id)).waiting).toHaveLength(20)
    })
    const used = plans.join()
    expect(used).toContain('report_case_waiting')
    // Counted in the index alone: each row would bring what was seen.
    expect(plans.filter((plan) => plan.includes('report_case_of_author_waiting')).length).toBeGreaterThan(1)
    if (engineOf(db) === 'sqlite') {
      expect(used).toContain('COVERING INDEX report_case_of_author_waiting')
      expect(used).not.toMatch(/SCAN report_case(?! USING)|SCAN reportCase(?! USING)/)
    }
  })

  test('R51: what is seen of a profile is what visitors see of it, and of a recipe all of its texts', async () => {
    const { ctx, db, taro } = await start()
    await db
      .insertInto('memberProfile')
      .values({
        memberId: taro.id,
        joinDate: '',
        updatedAt: 1,
        bio: 'ひどい紹介',
        website: 'https://a.example/',
      })
      .execute()
    const anyone: Actor = { kind: 'visitor', address: '' }
    expect((await reportableThing(db, anyone, 'profile', 'taro'))?.seen.text).toBe(
      'ひどい紹介\nhttps://a.example/',
    )
    await db
      .updateTable('recipe')
      .set({ ingredients: '["糸"]', tags: '["布"]', websiteExplanation: '説明' })
      .execute()
    expect((await reportableThing(ctx.db, anyone, 'recipe', 'work'))?.seen.text).toBe(
      '帆布で作ります\n糸\n説明\n#布',
    )
  })
})
