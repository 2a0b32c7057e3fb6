import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memberSteps, sitemapSources } from '~/brought-by-features.server.ts'
import { postComment } from '~/features/comments/commands.server.ts'
import { commentsOf, commentsVersion } from '~/features/comments/queries.server.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { fabricsNumbered } from '~/features/products/queries.server.ts'
import { correctLikeCounts, setReaction } from '~/features/reactions/commands.server.ts'
import { favouritesOf, ownReactions } from '~/features/reactions/queries.server.ts'
import { homeShelf, isSeen } from '~/features/recipes/home-shelf.queries.server.ts'
import {
  recipesOf,
  recipesWithIds,
  recipeTotals,
  topRecipes,
} from '~/features/recipes/list.queries.server.ts'
import { listingOf } from '~/features/recipes/list.rules.ts'
import { deleteRecipe } from '~/features/recipes/posting.commands.server.ts'
import { hideRecipe } from '~/features/recipes/recipe.commands.server.ts'
import { recipeOfId, recipesOfTags, titleOfPdf } from '~/features/recipes/recipe.queries.server.ts'
import { recipeCounts } from '~/features/recipes/recipe-counts.queries.server.ts'
import {
  countedRecipes,
  listedRecipes,
  productsOfRecipes,
  recipesUsing,
} from '~/features/recipes/search.queries.server.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../../tests/support/member-for-tests.ts'
import { addRecipe } from '../../../../tests/support/recipe-for-tests.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import { type Actor, type Member, memberId, type Owner } from '../../../kernel/actor.ts'
import { plainTerms } from '../../../kernel/search-text.ts'
import { keptPagesTopic } from '../../../server/page-cache.ts'
import { publicProfile } from '../profile/queries.server.ts'
import { liftSuspension, suspendMember } from './commands.server.ts'
import { standingOf } from './queries.server.ts'

const machine: Owner = { kind: 'owner' }
const visitor: Actor = { kind: 'visitor', address: '203.0.113.9' }
const pdfUrl = `/Image/uploads/${'a'.repeat(32)}.pdf`

onBothEngines('a suspended member', (open) => {
  const shop = async () => {
    const { db } = await open()
    const ctx = contextForTests(db, { memberSteps })
    const hanako = await addMember(db, { id: 'hanako', name: '花子' })
    const yoko = await addMember(db, { id: 'yoko', name: '洋子' })
    const decide = async (act: typeof suspendMember, id = 'hanako') => {
      const member = memberId(id)
      const { version = -1 } = (await standingOf(db, member)) ?? {}
      return act(ctx, machine, { requestId: ctx.newId(), member, version, reason: '理由' })
    }
    const countOf = async (id: string) =>
      (await db.selectFrom('recipe').where('id', '=', id).select('likes').executeTakeFirst())?.likes
    return { db, ctx, hanako, yoko, decide, countOf }
  }

  test('R56: nobody sees what she made while she is suspended, wherever it is shown, and all of it afterwards, but for what was hidden meanwhile', async () => {
    const { db, ctx, yoko, decide } = await shop()
    await db.transaction().execute((trx) => putProducts(trx, 1, [fabricForTests({ number: 'F-1' })]))
    await addRecipe(db, 'hanako', {
      id: 'work',
      title: '巾着',
      tags: ['誕生日'],
      ties: [{ line: 0, product: { number: 'F-1', units: 1, name: '' } }],
      ingredients: ['布'],
      pdfUrl,
    })
    await addRecipe(db, 'hanako', { id: 'other', title: 'ポーチ' })
    const comment = { id: 'comment-1', recipe: 'hers', typed: 'すてき' }
    await addRecipe(db, 'yoko', { id: 'hers', title: '座布団' })
    const hanako = { ...yoko, id: memberId('hanako') }
    expect(await postComment(ctx, hanako, comment)).toMatchObject({ ok: true })
    expect(await postComment(ctx, yoko, { ...comment, id: 'comment-2' })).toMatchObject({ ok: true })
    await setReaction(ctx, yoko, { kind: 'favourite', recipe: 'work', on: true })
    const [fabric] = await fabricsNumbered(db, ['F-1'])
    if (fabric === undefined) throw new Error('no fabric')
    const terms = plainTerms('巾着')
    const listed = (q: string, viewer: Actor) =>
      listedRecipes(db, viewer, listingOf(new URLSearchParams({ q }), []))
    const sitemap = async () => {
      const sources = sitemapSources.filter(({ count }) => count !== undefined)
      const entries = await Promise.all(sources.map((source) => source.entries(ctx, { from: 0, most: 99 })))
      const counts = await Promise.all(sources.map((source) => source.count(ctx)))
      const paths = entries.flat().map(({ path }) => path)
      return [paths.includes('/gallery/detail/work'), paths.includes('/gallery/user/hanako'), ...counts]
    }
    /** Each as a word that says whether something of hers is seen. */
    const seen = async (viewer: Actor) => ({
      top: (await topRecipes(db, viewer, { order: 'popular', limit: 9 })).some(({ id }) => id === 'work'),
      byId: (await recipesWithIds(db, viewer, ['work'])).length,
      ofHer: (await recipesOf(db, viewer, { author: hanako.id, count: 9 })).totalRecipes,
      totals: (await recipeTotals(db, viewer, hanako.id)).totalRecipes,
      page: (await recipeOfId(db, viewer, 'work')) !== undefined,
      found: (await listed('巾着', viewer)).total,
      all: (await listed('', viewer)).total,
      counted: await countedRecipes(db, viewer, listingOf(new URLSearchParams({ q: '巾着' }), []), terms, 9),
      tag: (await recipesOfTags(db, viewer, ['誕生日']))[0]?.recipes,
      pdf: (await titleOfPdf(db, { url: pdfUrl, id: 'work' })) !== undefined,
      product: (await recipesUsing(db, fabric)).links.length,
      card: (await recipeCounts(db, [fabric]))['F-1'] ?? 0,
      lent: (await productsOfRecipes(db, terms)).length,
      home: (await homeShelf(db)).map(({ id }) => id).sort(),
      chosen: await isSeen(db, 'work'),
      sitemap: await sitemap(),
      profile: (await publicProfile(db, 'hanako')) !== undefined,
      comments: (await commentsOf(db, viewer, { recipe: 'hers', count: 9 }))?.total,
      ofHers: (await commentsVersion(db, 'work')) !== undefined,
      favourite: (await favouritesOf(db, yoko, 9)).some(({ card }) => card !== null),
      reaction: (await ownReactions(db, yoko, { id: 'work', asOf: 0 })) !== undefined,
    })
    const viewers = [visitor, yoko] as const
    const before = await Promise.all(viewers.map(seen))
    for (const each of before)
      expect(each).toMatchObject({ top: true, page: true, found: 1, all: 3, product: 1, comments: 2, tag: 1 })
    const version = (await commentsVersion(db, 'hers')) ?? 0
    expect(await decide(suspendMember)).toMatchObject({ ok: true })
    expect(await commentsVersion(db, 'hers')).toBe(version + 1)
    for (const viewer of viewers)
      expect(await seen(viewer)).toEqual({
        ...{ top: false, byId: 0, ofHer: 0, totals: 0, page: false, found: 0, all: 1, counted: 0, tag: 0 },
        ...{ pdf: false, product: 0, card: 0, lent: 0, home: ['hers'], chosen: false, profile: false },
        ...{ comments: 1, ofHers: false, favourite: false, reaction: false },
        sitemap: [
          false,
          false,
          ...(before[0]?.sitemap.slice(2) ?? []).map((count) =>
            expect.any(typeof count === 'number' ? Number : Boolean),
          ),
        ],
      })
    // What is not there for others is not theirs to change either, and answers as if it did not exist.
    expect(await setReaction(ctx, yoko, { kind: 'like', recipe: 'work', on: true })).toEqual({
      ok: false,
      error: 'not_found',
    })
    expect(await postComment(ctx, yoko, { id: 'comment-3', recipe: 'work', typed: 'x' })).toEqual({
      ok: false,
      error: 'no_such_work',
    })
    expect(await deleteRecipe(ctx, yoko, 'work')).toEqual({ ok: false, error: 'not_found' })
    expect(await decide(liftSuspension)).toMatchObject({ ok: true })
    expect(await commentsVersion(db, 'hers')).toBe(version + 2)
    expect(await Promise.all(viewers.map(seen))).toEqual(before)
    expect(await deleteRecipe(ctx, yoko, 'work')).toEqual({ ok: false, error: 'not_hers' })
    // Hidden while she was away, it stays so.
    await decide(suspendMember)
    await hideRecipe(ctx, 'work', { hidden: { reason: '' } })
    await decide(liftSuspension)
    expect(await seen(visitor)).toMatchObject({ page: false, all: 2, profile: true })
  })

  test('R56: kept pages are forgotten once she is suspended and once she is back, in every process that hears of it', async () => {
    const { db, ctx, decide } = await shop()
    const told: string[] = []
    const notices = { ...ctx.notices, publish: (topic: string) => void told.push(topic) }
    await decide(suspendMember)
    const member = memberId('hanako')
    const { version = -1 } = (await standingOf(db, member)) ?? {}
    const form = { requestId: 'a form of this test', member, version, reason: '' }
    expect(await liftSuspension({ ...ctx, notices }, machine, form)).toMatchObject({ ok: true })
    await expect.poll(() => told).toContain(keptPagesTopic)
  })

  type Step = readonly [
    who: number,
    what: 'like' | 'unlike' | 'suspend' | 'lift' | 'delete' | 'recount',
    of: number,
  ]
  const ids = ['a', 'b', 'c'] as const
  const people = ['hanako', 'yoko', 'taro'] as const
  const steps = fc.array(
    fc.tuple(
      fc.nat({ max: people.length - 1 }),
      fc.constantFrom('like', 'like', 'unlike', 'suspend', 'lift', 'delete', 'recount'),
      fc.nat({ max: ids.length - 1 }),
    ),
    { minLength: 5, maxLength: 30 },
  )

  const countsFit = async (db: Awaited<ReturnType<typeof shop>>['db']) => {
    const recipes = await db.selectFrom('recipe').select(['id', 'likes']).orderBy('id').execute()
    const likes = await db.selectFrom('recipeLike').selectAll().execute()
    const away = (await db.selectFrom('suspendedMember').select('memberId').execute()).map(
      (row) => row.memberId,
    )
    expect(recipes).toEqual(
      recipes.map(({ id }) => ({
        id,
        likes: likes.filter((like) => like.recipeId === id && !away.includes(like.memberId)).length,
      })),
    )
  }

  const gallery = async () => {
    const { db, ctx, hanako, yoko, decide } = await shop()
    const taro = await addMember(db, { id: 'taro', name: '太郎' })
    const members: readonly Member[] = [hanako, yoko, taro]
    await addMember(db, { id: 'author', name: '作者' })
    const fill = async () => {
      await db.deleteFrom('suspendedMember').execute()
      for (const id of ids) {
        const there = await db.selectFrom('recipe').where('id', '=', id).select('id').executeTakeFirst()
        if (there === undefined) await addRecipe(db, 'author', { id })
      }
      await db.deleteFrom('recipeLike').execute()
      await db.updateTable('recipe').set({ likes: 0 }).execute()
    }
    const author = { ...hanako, id: memberId('author') }
    const step = async ([who, what, of]: Step): Promise<void> => {
      const [member, recipe] = [members[who], ids[of]]
      if (member === undefined || recipe === undefined) throw new Error('no such step')
      if (what === 'like' || what === 'unlike')
        await setReaction(ctx, member, { kind: 'like', recipe, on: what === 'like' })
      else if (what === 'suspend') await decide(suspendMember, people[who])
      else if (what === 'lift') await decide(liftSuspension, people[who])
      else if (what === 'delete') await deleteRecipe(ctx, author, recipe)
      else await correctLikeCounts(ctx)
    }
    return { db, ctx, fill, step }
  }

  test('R57, R11: counts of likes are exact after any likes, deletions, suspensions and returns', async () => {
    const { db, fill, step } = await gallery()
    await fc.assert(
      fc.asyncProperty(steps, async (done) => {
        await fill()
        for (const each of done) {
          await step(each)
          await countsFit(db)
        }
      }),
      { numRuns: 12 },
    )
  })

  test('R57, R11: and after any of them at the same moment', async () => {
    const { db, fill, step } = await gallery()
    await fc.assert(
      fc.asyncProperty(steps, async (done) => {
        await fill()
        for (let at = 0; at < done.length; at += 5) {
          await Promise.all(done.slice(at, at + 5).map(step))
          await countsFit(db)
        }
      }),
      { numRuns: 10 },
    )
  })

  test('R57: a like that was on its way when she was suspended counts once she is back', async () => {
    const { db, ctx, yoko, decide, countOf } = await shop()
    await addRecipe(db, 'yoko', { id: 'work' })
    await decide(suspendMember)
    // Her request had passed the door before.
    const hanako = { ...yoko, id: memberId('hanako') }
    await setReaction(ctx, hanako, { kind: 'like', recipe: 'work', on: true })
    await setReaction(ctx, yoko, { kind: 'like', recipe: 'work', on: true })
    expect(await countOf('work')).toBe(1)
    await decide(liftSuspension)
    expect(await countOf('work')).toBe(2)
    await decide(suspendMember)
    await setReaction(ctx, hanako, { kind: 'like', recipe: 'work', on: false })
    await decide(liftSuspension)
    expect(await countOf('work')).toBe(1)
  })

  test('R57: her account that goes while she is suspended takes her likes, and the counts stay right', async () => {
    const { db, ctx, hanako, decide, countOf } = await shop()
    await addRecipe(db, 'yoko', { id: 'work' })
    await setReaction(ctx, hanako, { kind: 'like', recipe: 'work', on: true })
    await decide(suspendMember)
    expect(await countOf('work')).toBe(0)
    // The nightly check counts as the acts do.
    expect(await correctLikeCounts(ctx)).toBe(0)
    await db.transaction().execute(async (trx) => {
      await memberSteps.gone(Object.assign(trx, { onCommit: () => {} }), hanako.id, ctx)
      await trx.deleteFrom('member').where('id', '=', hanako.id).execute()
    })
    expect(await countOf('work')).toBe(0)
    expect(await db.selectFrom('suspendedMember').selectAll().execute()).toEqual([])
    expect(await correctLikeCounts(ctx)).toBe(0)
  })
})
