import { expect, test } from 'vitest'
import { standingOf } from '~/features/accounts/standing/queries.server.ts'
import { commentsOf, commentsPage } from '~/features/comments/queries.server.ts'
import { deleteRecipe } from '~/features/recipes/posting.commands.server.ts'
import { recipeOfId } from '~/features/recipes/recipe.queries.server.ts'
import { type Actor, type Member, memberId } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { auditOf } from '~/server/audit.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { keptPagesTopic } from '~/server/page-cache.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe } from '../../../tests/support/recipe-for-tests.ts'
import { memberSteps, toldActs } from '../../brought-by-features.server.ts'
import {
  allowPosting,
  liftSuspension,
  stopCommenting,
  stopPosting,
} from '../accounts/standing/commands.server.ts'
import { deleteComment, hideComment, postComment } from '../comments/commands.server.ts'
import { lastActs } from '../desk/log.queries.server.ts'
import { reportThing } from './commands.server.ts'
import { tellOutcomesJob } from './jobs.server.ts'
import {
  hideReported,
  keepReported,
  stopBothReported,
  stopPostingReported,
  suspendReported,
  undoOutcome,
} from './outcomes.commands.server.ts'
import { caseOfDesk, lastOutcomes, reportsOfAuthor } from './outcomes.queries.server.ts'
import { type ReportKind, undoMinutes } from './rules.ts'

const refusal = (error: string) => ({ ok: false, error })
const done = { ok: true, value: null }
const visitor: Actor = { kind: 'visitor', address: '198.51.100.7' }
const minute = 60_000

onBothEngines('outcomes of reports', (open) => {
  const start = async () => {
    const { db } = await open()
    const published: string[] = []
    const notices = {
      subscribe: () => () => {},
      topics: () => [],
      missed: () => {},
      missesOthers: false,
      publish: (topic: string) => void published.push(topic),
    }
    const ctx = contextForTests(db, { notices })
    const owner = deskPersonForTests(ctx)
    const hanako = await addMember(db, { id: 'hanako', name: '花子' })
    const taro = await addMember(db, { id: 'taro', name: '太郎' })
    for (const id of [hanako.id, taro.id])
      await db.insertInto('memberProfile').values({ memberId: id, joinDate: '', updatedAt: 1 }).execute()
    await addRecipe(db, 'hanako', { id: 'work', title: 'エプロン' })
    await addRecipe(db, 'taro', { id: 'his', title: 'かばん' })
    await postComment(ctx, taro, { id: 'comment-1', recipe: 'work', typed: 'ひどいことば' })
    await postComment(ctx, hanako, { id: 'comment-2', recipe: 'work', typed: 'ありがとう' })
    let sent = 0
    const report = async (parts: { kind?: ReportKind; id?: string; email?: string; words?: string } = {}) => {
      sent += 1
      const { kind = 'comment', id = 'comment-1', email = null, words = '' } = parts
      const reported = await reportThing(
        ctx,
        { kind: 'visitor', address: `198.51.${sent}.7` },
        {
          ...{ kind, id, email, words, reason: 'hurtful', userAgent: '' },
        },
      )
      if (!reported.ok) throw new Error(reported.error)
      const row = await db
        .selectFrom('reportCase')
        .where('kind', '=', kind)
        .where('thingId', '=', id)
        .select('id')
        .executeTakeFirstOrThrow()
      return row.id
    }
    const versionOf = async (id: string) => (await caseOfDesk(db, id))?.version ?? -1
    let press = 0
    const formOf = async (
      id: string,
      parts: { reason?: string; alsoHides?: boolean; version?: number } = {},
    ) => {
      press += 1
      ctx.advance(1)
      const version = await versionOf(id)
      return {
        id,
        version,
        reason: '傷つける内容のため',
        alsoHides: true,
        requestId: `press ${press}`,
        ...parts,
      }
    }
    const undo = async (id: string) => {
      press += 1
      return undoOutcome(ctx, owner, { id, version: await versionOf(id), requestId: `press ${press}` })
    }
    const tell = () => tellOutcomesJob(ctx).run(AbortSignal.timeout(5_000))
    const mails = async () =>
      db
        .selectFrom('mail')
        .select(['kind', 'recipient', 'text'])
        .orderBy('createdAt')
        .orderBy('recipient')
        .execute()
    const shown = async (viewer: Actor = visitor) => {
      const list = await commentsOf(db, viewer, { recipe: 'work', count: 30 })
      return [list?.total, ...(list?.comments.map(({ id }) => id) ?? [])]
    }
    return { db, ctx, owner, hanako, taro, report, formOf, undo, tell, mails, shown, published, versionOf }
  }

  test('N144, A7: a hidden comment is seen by its author alone, with the reason; undo brings it back in its place', async () => {
    const { ctx, owner, hanako, taro, report, formOf, undo, shown, published, db } = await start()
    const id = await report()
    published.length = 0
    expect(await hideReported(ctx, owner, await formOf(id))).toEqual(done)
    expect(published).toEqual(expect.arrayContaining(['comments:work', 'desk', keptPagesTopic]))
    for (const viewer of [visitor, hanako, taro]) expect(await shown(viewer)).toEqual([1, 'comment-2'])
    const page = (viewer: Actor) => commentsPage(ctx, viewer, { recipe: 'work', count: null })
    expect((await page(taro)).hidden).toMatchObject([{ id: 'comment-1', reason: '傷つける内容のため' }])
    expect((await page(hanako)).hidden).toEqual([])
    expect((await page(visitor)).hidden).toEqual([])
    const version = (await commentsOf(db, visitor, { recipe: 'work', count: 30 }))?.version ?? 0
    published.length = 0
    expect(await undo(id)).toEqual(done)
    expect(published).toContain(keptPagesTopic)
    expect(await shown()).toEqual([2, 'comment-2', 'comment-1'])
    expect((await commentsOf(db, visitor, { recipe: 'work', count: 30 }))?.version).toBe(version + 1)
    expect(await caseOfDesk(db, id)).toMatchObject({
      waiting: 1,
      now: 'shown',
      earlier: [{ isUndone: true }],
    })
    expect((await auditOf(db, `report:${id}`)).map(({ act }) => act)).toEqual(['report.hide', 'report.undo'])
  })

  test('N144, A7: a hidden recipe is its author’s alone and comes back; another reason that stood before comes back too', async () => {
    const { ctx, db, owner, hanako, report, formOf, undo } = await start()
    const id = await report({ kind: 'recipe', id: 'work' })
    await hideReported(ctx, owner, await formOf(id))
    expect(await recipeOfId(db, visitor, 'work')).toBeUndefined()
    expect(await recipeOfId(db, hanako, 'work')).toMatchObject({ hiddenReason: '傷つける内容のため' })
    await undo(id)
    expect(await recipeOfId(db, visitor, 'work')).toMatchObject({ isHidden: false })
    await db
      .updateTable('recipe')
      .set({ hidden: 1, hiddenReason: '前の理由' })
      .where('id', '=', 'work')
      .execute()
    await hideReported(ctx, owner, await formOf(id))
    await undo(id)
    expect(await recipeOfId(db, hanako, 'work')).toMatchObject({ isHidden: true, hiddenReason: '前の理由' })
  })

  test('N144: そのまま changes nothing and answers the reports; a form sent twice is one act', async () => {
    const { ctx, db, owner, report, formOf, undo, shown } = await start()
    const id = await report()
    const form = await formOf(id, { reason: '' })
    expect(await Promise.all([keepReported(ctx, owner, form), keepReported(ctx, owner, form)])).toEqual([
      done,
      done,
    ])
    expect(await shown()).toEqual([2, 'comment-2', 'comment-1'])
    expect(await lastOutcomes(db)).toMatchObject([{ caseId: id, mayUndo: true, reason: '' }])
    expect(await keepReported(ctx, owner, await formOf(id))).toEqual(refusal('settled'))
    expect(await undo(id)).toEqual(done)
    expect(await undo(id)).toEqual(refusal('nothing-to-undo'))
    expect((await caseOfDesk(db, id))?.waiting).toBe(1)
  })

  test('N144: a report that came after the page was drawn makes it stale, and nothing is done', async () => {
    const { ctx, owner, report, formOf, shown } = await start()
    const id = await report()
    const form = await formOf(id)
    await report()
    expect(await hideReported(ctx, owner, form)).toEqual(refusal('stale'))
    expect(await shown()).toEqual([2, 'comment-2', 'comment-1'])
    expect(await hideReported(ctx, owner, await formOf('no-such-case', { version: 0 }))).toEqual(
      refusal('not-found'),
    )
  })

  test('N144, A27: the right to post, both rights, and the whole account are taken, each alone and each given back', async () => {
    const { ctx, db, owner, taro, report, formOf, undo, shown } = await start()
    const id = await report()
    const rights = async () => {
      const standing = await standingOf(db, taro.id)
      return [standing?.mayPost, standing?.mayComment, standing?.suspended?.reason ?? null]
    }
    const free = [true, true, null]
    expect(await stopPostingReported(ctx, owner, await formOf(id))).toEqual(done)
    expect(await rights()).toEqual([false, true, null])
    expect((await standingOf(db, taro.id))?.uploadReason).toBe('傷つける内容のため')
    expect(await shown()).toEqual([1, 'comment-2'])
    await undo(id)
    expect([await rights(), await shown()]).toEqual([free, [2, 'comment-2', 'comment-1']])
    expect(await stopBothReported(ctx, owner, await formOf(id, { alsoHides: false }))).toEqual(done)
    expect([await rights(), await shown()]).toEqual([
      [false, false, null],
      [2, 'comment-2', 'comment-1'],
    ])
    await undo(id)
    expect(await rights()).toEqual(free)
    expect(await suspendReported(ctx, owner, await formOf(id, { alsoHides: false }))).toEqual(done)
    expect([await rights(), await shown()]).toEqual([
      [true, true, '傷つける内容のため'],
      [1, 'comment-2'],
    ])
    expect(await recipeOfId(db, visitor, 'his')).toBeUndefined()
    await undo(id)
    expect([await rights(), await shown()]).toEqual([free, [2, 'comment-2', 'comment-1']])
    expect(await recipeOfId(db, visitor, 'his')).toBeDefined()
  })

  test('N145: an undo takes back what its outcome did, and nothing that was decided otherwise', async () => {
    const { ctx, db, owner, taro, report, formOf, undo, shown } = await start()
    const id = await report()
    const version = (await standingOf(db, taro.id))?.version ?? 0
    const stopped = { member: taro.id, version, reason: '前から', requestId: 'before' }
    await stopCommenting(ctx, owner, stopped)
    await stopBothReported(ctx, owner, await formOf(id))
    // The owner gave another reason for hiding meanwhile, on the command line.
    await hideComment(ctx, 'comment-1', { hidden: { reason: 'ほかの理由' } })
    expect(await undo(id)).toEqual(done)
    expect(await standingOf(db, taro.id)).toMatchObject({
      mayPost: true,
      mayComment: false,
      commentReason: '前から',
    })
    expect(await shown()).toEqual([1, 'comment-2'])
  })

  test('N145: a right that was taken anew for another reason stays taken, and an undo of what has changed since is refused', async () => {
    const { ctx, db, owner, taro, report, formOf, undo, versionOf } = await start()
    const id = await report()
    await stopPostingReported(ctx, owner, await formOf(id, { alsoHides: false }))
    const version = await versionOf(id)
    const anew = async (act: typeof stopCommenting, reason: string) => {
      const standing = (await standingOf(db, taro.id))?.version ?? 0
      return act(ctx, owner, { member: taro.id, version: standing, reason, requestId: `anew ${standing}` })
    }
    await anew(allowPosting, '')
    await anew(stopPosting, 'あらためて')
    await report()
    expect(await undoOutcome(ctx, owner, { id, version, requestId: 'stale' })).toEqual(refusal('stale'))
    expect(await undo(id)).toEqual(done)
    expect(await standingOf(db, taro.id)).toMatchObject({ mayPost: false, uploadReason: 'あらためて' })
  })

  const rightsOf = async (db: AppContext['db'], of: Member) => {
    const standing = await standingOf(db, of.id)
    return [standing?.mayPost, standing?.mayComment, standing?.suspended?.reason ?? null]
  }

  test.each(['first', 'second'] as const)(
    'N148: a right that two reports hold comes back with the last of them, the %s undone first, and is held for the other’s reason',
    async (order) => {
      const { ctx, db, owner, taro, report, formOf, undo } = await start()
      const one = await report()
      const two = await report({ kind: 'recipe', id: 'his' })
      await stopPostingReported(ctx, owner, await formOf(one, { reason: 'ひとつめ', alsoHides: false }))
      await stopBothReported(ctx, owner, await formOf(two, { reason: 'ふたつめ', alsoHides: false }))
      const shownOf = async (id: string) => {
        const shown = await caseOfDesk(db, id)
        return [shown?.earlier[0]?.held, shown?.earlier[0]?.ended, shown?.author?.stops]
      }
      const held = [
        { stop: 'stop-posting', reason: 'ひとつめ' },
        { stop: 'stop-commenting', reason: 'ふたつめ' },
      ]
      expect(await shownOf(one)).toEqual([['stop-posting'], [], held])
      expect(await shownOf(two)).toEqual([['stop-posting', 'stop-commenting'], [], held])
      const version = (await standingOf(db, taro.id))?.version ?? 0
      expect(await undo(order === 'first' ? one : two)).toEqual(done)
      const left = order === 'first' ? [false, false, null] : [false, true, null]
      expect(await rightsOf(db, taro)).toEqual(left)
      expect((await standingOf(db, taro.id))?.uploadReason).toBe(order === 'first' ? 'ふたつめ' : 'ひとつめ')
      expect((await standingOf(db, taro.id))?.version).toBe(version + 1)
      expect(await undo(order === 'first' ? two : one)).toEqual(done)
      expect(await rightsOf(db, taro)).toEqual([true, true, null])
    },
  )

  test('N148: so is a suspension, and two outcomes of one profile', async () => {
    const { ctx, db, owner, taro, report, formOf, undo } = await start()
    const comment = await report()
    const profile = await report({ kind: 'profile', id: 'taro' })
    await stopBothReported(ctx, owner, await formOf(profile, { reason: '一' }))
    await report({ kind: 'profile', id: 'taro' })
    await suspendReported(ctx, owner, await formOf(comment, { reason: '二', alsoHides: false }))
    await suspendReported(ctx, owner, await formOf(profile, { reason: '三' }))
    expect(await rightsOf(db, taro)).toEqual([false, false, '二'])
    await undo(comment)
    expect(await rightsOf(db, taro)).toEqual([false, false, '三'])
    await undo(profile)
    expect(await rightsOf(db, taro)).toEqual([false, false, null])
    await undo(profile)
    expect(await rightsOf(db, taro)).toEqual([true, true, null])
  })

  test('N148, A27: a stop of the member’s page is none of the reports’, and a right given back there is held by none of them', async () => {
    const { ctx, db, owner, taro, report, formOf, undo } = await start()
    const onPage = async (act: typeof stopPosting, reason = '') => {
      const version = (await standingOf(db, taro.id))?.version ?? 0
      return act(ctx, owner, { member: taro.id, version, reason, requestId: `page ${version}` })
    }
    const one = await report()
    const two = await report({ kind: 'recipe', id: 'his' })
    await onPage(stopPosting, '会員のページで')
    await stopPostingReported(ctx, owner, await formOf(one, { alsoHides: false }))
    await undo(one)
    expect((await standingOf(db, taro.id))?.uploadReason).toBe('会員のページで')
    await onPage(allowPosting)
    // Both for the same words, as the templates give them.
    await stopPostingReported(ctx, owner, await formOf(one, { alsoHides: false }))
    await onPage(allowPosting)
    const shown = async (id: string) => {
      const { held, ended } = (await reportsOfAuthor(db, taro.id)).outcomes.find(
        ({ caseId, isUndone }) => caseId === id && !isUndone,
      ) ?? { held: null, ended: null }
      return [held, ended]
    }
    expect(await shown(one)).toEqual([[], ['stop-posting']])
    await stopPostingReported(ctx, owner, await formOf(two, { alsoHides: false }))
    expect([await shown(one), await shown(two)]).toEqual([
      [[], ['stop-posting']],
      [['stop-posting'], []],
    ])
    await undo(two)
    expect(await rightsOf(db, taro)).toEqual([true, true, null])
    expect(await shown(two)).toEqual([null, null])
    await onPage(stopPosting, '傷つける内容のため')
    await undo(one)
    expect(await rightsOf(db, taro)).toEqual([false, true, null])
  })

  test('N148: another member’s outcome holds nothing of hers', async () => {
    const { ctx, db, owner, taro, hanako, report, formOf, undo } = await start()
    const his = await report()
    const hers = await report({ id: 'comment-2' })
    for (const id of [his, hers]) await stopPostingReported(ctx, owner, await formOf(id))
    await undo(his)
    expect([await rightsOf(db, taro), await rightsOf(db, hanako)]).toEqual([
      [true, true, null],
      [false, true, null],
    ])
  })

  test('N145: the author reads of what stands after ten minutes: what was hidden and where, what is stopped, and what an undo leaves stopped', async () => {
    const { ctx, owner, taro, report, formOf, undo, tell, mails, db } = await start()
    const one = await report()
    const two = await report({ kind: 'recipe', id: 'his' })
    const three = await report({ kind: 'profile', id: 'taro' })
    const four = await report({ id: 'comment-2' })
    await stopPostingReported(ctx, owner, await formOf(one, { reason: 'ひとつめ' }))
    await stopPostingReported(ctx, owner, await formOf(two, { reason: 'ふたつめ', alsoHides: false }))
    await suspendReported(ctx, owner, await formOf(three, { reason: 'みっつめ' }))
    await hideReported(ctx, owner, await formOf(four, { reason: 'よっつめ' }))
    const standing = async () => (await standingOf(db, taro.id))?.version ?? 0
    await liftSuspension(ctx, owner, {
      ...{ member: taro.id, version: await standing(), reason: '', requestId: 'lifted' },
    })
    await hideComment(ctx, 'comment-2', { hidden: null })
    ctx.advance(undoMinutes * minute)
    await tell()
    const [first, second, ...further] = (await mails())
      .map(({ text }) => text)
      .toSorted((a, b) => Number(a.includes('ふたつめ')) - Number(b.includes('ふたつめ')))
    expect(further).toEqual([])
    expect(first).toContain('作品の投稿を止めました')
    expect(first).toContain('お店が非表示にしました')
    expect(first).toContain('/gallery/detail/work#comment-comment-1')
    expect(second).toContain('あなたの作品の投稿を止めました')
    expect(second).not.toContain('非表示')
    await undo(one)
    const undone = (await mails()).find(({ kind }) => kind === 'report_undone')?.text ?? ''
    expect(undone).toContain('作品の投稿は、ほかの理由のため、止めたままです')
    await undo(two)
    const last = (await mails()).filter(({ kind }) => kind === 'report_undone')
    expect(last.filter(({ text }) => text.includes('止めたまま'))).toHaveLength(1)
    expect(last).toHaveLength(2)
  })

  test('N149, R54: the log says whose thing it was, and says it no more once one of both accounts is gone', async () => {
    const { ctx, db, owner, hanako, taro, report, formOf, undo } = await start()
    const id = await report()
    await hideReported(ctx, owner, await formOf(id))
    await undo(id)
    await keepReported(ctx, owner, await formOf(await report({ kind: 'recipe', id: 'his' }), { reason: '' }))
    await keepReported(
      ctx,
      owner,
      await formOf(await report({ kind: 'profile', id: 'hanako' }), { reason: '' }),
    )
    const rows = async () => (await lastActs(db, toldActs, 10)).map(({ text }) => text)
    expect(await rows()).toEqual(
      expect.arrayContaining([
        '通報 作品「エプロン」への太郎さんのコメント',
        '通報 太郎さんの作品「かばん」',
        '通報 花子さんのプロフィール',
      ]),
    )
    const [row] = (await lastActs(db, toldActs, 10)).filter(({ act }) => act === '投稿を隠しました')
    expect(row?.changes).toEqual([
      { name: '理由', before: '', after: '傷つける内容のため' },
      { name: '通報の数', before: '', after: '1' },
    ])
    await inTransaction(ctx, (trx) => memberSteps.gone(trx, hanako.id, ctx))
    expect((await rows()).toSorted()).toEqual(['通報', '通報', '通報', '通報 太郎さんの作品「かばん」'])
    expect((await caseOfDesk(db, id))?.seen).toEqual({ title: '', text: 'ひどいことば', pictures: [] })
    await inTransaction(ctx, (trx) => memberSteps.gone(trx, taro.id, ctx))
    expect(new Set(await rows())).toEqual(new Set(['通報']))
  })

  test('N147: a member’s page tells what was reported of hers and what was decided, and of nobody else', async () => {
    const { ctx, db, owner, hanako, taro, report, formOf } = await start()
    const comment = await report()
    await keepReported(ctx, owner, await formOf(comment, { reason: '' }))
    const recipe = await report({ kind: 'recipe', id: 'his' })
    expect(await reportsOfAuthor(db, taro.id)).toMatchObject({
      waiting: [{ id: recipe }],
      outcomes: [{ caseId: comment, mayUndo: false }],
    })
    expect(await reportsOfAuthor(db, hanako.id)).toEqual({ waiting: [], outcomes: [] })
  })

  test('N144: profiles and what is gone are not hidden, who is gone loses no right, and nothing is half done', async () => {
    const { ctx, db, owner, taro, report, formOf, shown } = await start()
    const profile = await report({ kind: 'profile', id: 'taro' })
    expect(await hideReported(ctx, owner, await formOf(profile))).toEqual(refusal('not-hideable'))
    expect(await stopPostingReported(ctx, owner, await formOf(profile))).toEqual(done)
    const comment = await report()
    await deleteComment(ctx, taro, { id: 'comment-1', recipe: 'work' })
    expect(await hideReported(ctx, owner, await formOf(comment))).toEqual(refusal('thing-gone'))
    expect(await stopBothReported(ctx, owner, await formOf(comment))).toEqual(done)
    const recipe = await report({ kind: 'recipe', id: 'his' })
    await deleteRecipe(ctx, taro, 'his')
    await db.updateTable('reportCase').set({ authorId: null }).where('id', '=', recipe).execute()
    expect(await suspendReported(ctx, owner, await formOf(recipe))).toEqual(refusal('no-author'))
    expect(await keepReported(ctx, owner, await formOf(recipe))).toEqual(done)
    expect(await shown()).toEqual([1, 'comment-2'])
    expect((await standingOf(db, memberId('taro')))?.suspended).toBeNull()
  })

  const settled = async (ctx: AppContext & { advance(ms: number): void }, tell: () => Promise<void>) => {
    ctx.advance(undoMinutes * minute - 1)
    await tell()
    return ctx.db.selectFrom('mail').select('id').execute()
  }

  test('N145: author and reporters are written to after ten minutes, once, and an address is forgotten then', async () => {
    const { ctx, db, owner, report, formOf, tell, mails } = await start()
    const id = await report({ email: 'one@mail.example' })
    await report({ email: 'two@mail.example' })
    await report()
    await hideReported(ctx, owner, await formOf(id))
    expect(await settled(ctx, tell)).toEqual([])
    ctx.advance(1)
    await Promise.all([tell(), tell()])
    await tell()
    expect((await mails()).map(({ kind, recipient }) => [kind, recipient])).toEqual(
      expect.arrayContaining([
        ['report_outcome', 'one@mail.example'],
        ['report_outcome', 'two@mail.example'],
        ['report_decided', 'taro@mail.example'],
      ]),
    )
    expect(await mails()).toHaveLength(3)
    const toAuthor = (await mails()).find(({ kind }) => kind === 'report_decided')?.text ?? ''
    expect(toAuthor).toContain('「ひどいことば」')
    expect(toAuthor).toContain('理由：傷つける内容のため')
    const toReporter = (await mails()).find(({ recipient }) => recipient.startsWith('one'))?.text ?? ''
    expect(toReporter).toContain('対応しました')
    expect(toReporter).not.toContain('太郎')
    expect(await db.selectFrom('report').where('email', 'is not', null).select('id').execute()).toEqual([])
  })

  test('N145: taken back within ten minutes nobody is written to, and addresses wait; later the author reads of it', async () => {
    const { ctx, db, owner, report, formOf, undo, tell, mails } = await start()
    const id = await report({ email: 'one@mail.example' })
    await hideReported(ctx, owner, await formOf(id))
    await undo(id)
    ctx.advance(60 * minute)
    await tell()
    expect(await mails()).toEqual([])
    expect(await db.selectFrom('report').select('email').execute()).toEqual([{ email: 'one@mail.example' }])
    await stopBothReported(ctx, owner, await formOf(id))
    ctx.advance(undoMinutes * minute)
    await tell()
    await undo(id)
    expect((await mails()).map(({ kind }) => kind).sort()).toEqual([
      'report_decided',
      'report_outcome',
      'report_undone',
    ])
    await keepReported(ctx, owner, await formOf(id, { reason: '' }))
    ctx.advance(undoMinutes * minute)
    await tell()
    await undo(id)
    expect(await mails()).toHaveLength(3)
  })

  test('N144: of one author other cases and earlier outcomes are told, also a new wave about what was kept', async () => {
    const { ctx, db, owner, report, formOf, undo } = await start()
    const comment = await report()
    await keepReported(ctx, owner, await formOf(comment, { reason: '' }))
    const recipe = await report({ kind: 'recipe', id: 'his' })
    const again = await report()
    expect(again).toBe(comment)
    expect(await caseOfDesk(db, comment)).toMatchObject({
      waiting: 1,
      earlier: [{ mayUndo: true }],
      ofAuthor: [{ id: recipe }],
      template: 'hurtful',
    })
    expect(await caseOfDesk(db, recipe)).toMatchObject({
      ofAuthor: [{ id: comment }],
      outcomesOfAuthor: [{ caseId: comment }],
    })
    expect(await undo(comment)).toEqual(done)
    expect((await caseOfDesk(db, comment))?.waiting).toBe(2)
  })

  test('N144: a report, a decision and a deletion at the same moment leave one standing that all agree on', async () => {
    const { ctx, db, owner, taro, report, formOf, shown } = await start()
    for (let round = 0; round < 12; round += 1) {
      const id = `round-${String(round).padStart(3, '0')}`
      await postComment(ctx, taro, { id, recipe: 'work', typed: `${round}` })
      ctx.advance(3_600_000)
      const of = await report({ id })
      const form = await formOf(of)
      const acts = [
        () => hideReported(ctx, owner, form),
        () => deleteComment(ctx, taro, { id, recipe: 'work' }),
        () => report({ id }).catch(() => undefined),
        () => stopPostingReported(ctx, owner, { ...form, requestId: `other ${round}` }),
      ]
      const order = acts.map((_, at) => acts[(at + round) % acts.length] ?? acts[0])
      await Promise.all(order.map((act) => act?.()))
      const stored = await db
        .selectFrom('reportCase')
        .where('id', '=', of)
        .selectAll()
        .executeTakeFirstOrThrow()
      const waiting = await db
        .selectFrom('report')
        .where('caseId', '=', of)
        .where('outcomeId', 'is', null)
        .select('id')
        .execute()
      const outcomes = await db.selectFrom('reportOutcome').where('caseId', '=', of).select('way').execute()
      expect(stored.waiting).toBe(waiting.length)
      expect(stored.waitingSince === null).toBe(waiting.length === 0)
      expect(outcomes.length).toBeLessThanOrEqual(1)
      expect(await shown()).not.toContain(outcomes.length === 1 ? id : '')
      await undoOutcome(ctx, owner, { id: of, version: stored.version, requestId: `undo ${round}` })
    }
    expect((await standingOf(db, taro.id))?.mayPost).toBe(true)
  })
})
