import { data } from 'react-router'
import { expect, test } from 'vitest'
import type { DeskPerson } from '~/kernel/actor.ts'
import { fieldOf } from '~/kernel/form.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { otherContent } from '~/kernel/refusal.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { RequestContext } from '~/server/app-context.ts'
import { defineAct, noAnswer, type Opened, type Read } from '~/server/desk-act.ts'
import { drawnWith } from '~/server/merged-form.ts'
import { rememberShopState, shopState } from '~/server/shop-state.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { alsoShowing, deskAction, press } from './desk-action.server.ts'

interface ShelfForm {
  readonly label: string
  readonly size: string
  readonly version: string
}

interface ShelfPage {
  readonly of: string
}

const shelfKey = 'mail_test'
const labels = { label: '名前', size: '大きさ' }

/** Names a shelf, whose version is the name and the size that it has. */
const nameShelf = (
  more: {
    readonly confirms?: boolean
    readonly isBlind?: boolean
    readonly isAnew?: true
    readonly failure?: string
  } = {},
) =>
  defineAct({
    name: 'test.shelf',
    words: '棚に名前をつけました',
    subject: { kind: 'shelf', name: '棚' },
    facts: { label: '名前' },
    who: 'owner',
    ...(more.confirms === undefined ? {} : { confirms: more.confirms }),
    form: ({ form, at }: Opened<ShelfPage>): Read<ShelfForm, 'gone' | 'not-found'> => {
      const label = fieldOf(form, 'label')
      if (at.of === 'gone') return refused('gone')
      if (at.of === 'hidden') return refused('not-found')
      if (label === '') return refused({ label: '名前を入れてください。' })
      return ok({ label, size: fieldOf(form, 'size'), version: fieldOf(form, 'version') })
    },
    refusals: {
      stale: { status: 409, text: '先に変わりました。' },
      gone: { status: 409, text: 'もうありません。' },
      taken: { status: 409, text: '使われている名前です。', field: 'label' },
    },
    answer: noAnswer,
    ...(more.isBlind
      ? {}
      : {
          present: async ({ ctx }: Opened<ShelfPage>) => {
            const values = shelfIn(await stored(ctx.db))
            const { isAnew, failure } = more
            const how = {
              ...(isAnew === undefined ? {} : { isAnew }),
              ...(failure === undefined ? {} : { failure }),
            }
            return { version: versionOf(values), values, labels, ...how }
          },
        }),
    run: async (trx, { form: { label, size, version } }) => {
      if (version !== (await stored(trx))) return refused('stale')
      if (label === '使用中') return refused('taken')
      await rememberShopState(trx, shelfKey, versionOf({ label, size }))
      return ok({ answer: null, subject: 'shelf', after: { label } })
    },
  })

const stored = async (db: RequestContext['db']) => (await shopState(db, shelfKey)) ?? ''

const versionOf = ({ label, size }: { readonly label: string; readonly size: string }) =>
  size === '' ? label : `${label} ${size}`

const shelfIn = (version: string) => {
  const [label = '', size = ''] = version.split(' ')
  return { label, size }
}

const drawnAt = (version: string, both: readonly string[] = []) =>
  drawnWith({ version, values: shelfIn(version), labels }, both)

const looking = defineAct({
  name: 'test.look',
  words: '見ました',
  subject: { kind: 'shelf', name: '棚' },
  facts: {},
  who: 'anybody',
  form: (_: Opened<object>): Read<object> => ok({}),
  refusals: {},
  answer: noAnswer,
  run: async () => ok({ answer: null, subject: 'shelf' }),
})

onBothEngines('N68: a form of the desk', (open) => {
  const shop = async (given: Partial<DeskPerson> = {}) => {
    const ctx = contextForTests((await open()).db)
    const actor = deskPersonForTests(ctx, given)
    const request = (fields: Readonly<Record<string, string>>) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      return new Request('http://localhost/', { method: 'POST', body })
    }
    const answerOf = async (asked: ReturnType<typeof deskAction>) => {
      try {
        const answer = await asked
        if (answer instanceof Response) return { to: answer.headers.get('location') }
        return { status: answer.init?.status, ...answer.data }
      } catch (thrown) {
        return { thrown: (thrown as { init?: { status: number } }).init?.status }
      }
    }
    const send = (
      fields: Readonly<Record<string, string>>,
      {
        act = nameShelf(),
        of = '',
        first,
      }: {
        readonly act?: ReturnType<typeof nameShelf>
        readonly of?: string
        readonly first?: () => {
          readonly status: number
          readonly answer: { readonly failure: string }
        } | null
      } = {},
    ) => {
      const options = { at: { of }, done: () => '/done', ...(first === undefined ? {} : { first }) }
      return answerOf(
        deskAction({ ...ctx, actor, requestId: 'request' }, request(fields), press(act, options)),
      )
    }
    const page = (fields: Readonly<Record<string, string>>, asked = request(fields)) =>
      answerOf(
        deskAction({ ...ctx, actor, requestId: 'request' }, asked, {
          name: press(nameShelf(), { at: { of: '' }, done: () => '/named' }),
          look: press(looking, { at: {}, done: () => ({ status: 200, answer: {}, more: { seen: 1 } }) }),
        }),
      )
    const acts = () => ctx.db.selectFrom('audit').select(['requestId', 'act']).execute()
    return { ctx, actor, send, page, acts, shelf: () => stored(ctx.db) }
  }
  const form = { requestId: 'form-1', label: '青', version: '' }

  test('that is done leads on, and sent again does nothing and leads on as well', async () => {
    const { send, acts, shelf } = await shop()
    for (let times = 0; times < 2; times += 1) expect(await send(form)).toEqual({ to: '/done' })
    expect(await shelf()).toBe('青')
    expect(await acts()).toEqual([{ requestId: 'form-1', act: 'test.shelf' }])
  })

  test('with a fault comes back with all that was typed, its id and its version, and never with a proof of who she is', async () => {
    const { send, acts } = await shop()
    const proofs = { confirmPassword: 'x', confirmCode: 'x', confirmPasskey: 'x' }
    expect(await send({ ...form, label: '', size: '大\0', version: '前', ...proofs })).toEqual({
      status: 422,
      typed: { label: '', size: '大' },
      requestId: 'form-1',
      version: '前',
      errors: { label: '名前を入れてください。' },
    })
    expect(await acts()).toEqual([])
  })

  const gone = () => Promise.reject(new Error('the disk is gone'))

  test.each<[string, Parameters<typeof failingAct>[0], Parameters<typeof failingAct>[1]]>([
    ['as it is done', { run: gone }, {}],
    ['as it is read', { form: gone }, {}],
    ['as the page shows something first', {}, { first: gone }],
    ['as it asks again who she is', { confirms: true }, { actor: { confirmedAt: 0 }, noDatabase: true }],
    ['as a stale form is merged', { run: async () => refused('stale'), present: gone }, {}],
    ['as her choice is read', { present: gone }, { drawn: ['label'] }],
    ['on the way to the next page', {}, { done: gone }],
  ])(
    'A28: that fails on the server %s comes back without script with what was typed, under its id; with script its page tells it itself',
    async (_, parts, how) => {
      const pressed = await failingAct(parts, how)
      const answer = await pressed('/admin/shelf')
      if (answer instanceof Response) throw new Error('it led on')
      expect(answer.init?.status).toBe(500)
      expect(answer.data).toMatchObject({
        typed: { label: '青', mark: '1\n2' },
        requestId: 'form-1',
        version: '前',
        failure: expect.stringContaining('もう一度押してください。'),
      })
      expect(answer.data.drawn, 'asks for her choice again').toBe(how.drawn && drawnAt('前', how.drawn))
      expect(answer.data.typed).not.toHaveProperty('confirmPassword')
      await expect(pressed('/admin/shelf.data')).rejects.toThrow('the disk is gone')
    },
  )

  const failingAct = async (
    parts: {
      readonly run?: () => Promise<Result<never, 'stale'>>
      readonly form?: () => Promise<Read<object>>
      readonly present?: () => Promise<never>
      readonly confirms?: boolean
    },
    {
      actor: given = {},
      first,
      done = async () => '/done',
      drawn,
      noDatabase = false,
    }: {
      readonly actor?: Partial<DeskPerson>
      readonly first?: () => Promise<never>
      readonly done?: () => Promise<string>
      readonly drawn?: readonly string[]
      readonly noDatabase?: boolean
    },
  ) => {
    const { ctx, actor } = await shop(given)
    const { form: read = async () => ok({}), run = async () => doneShelf, ...others } = parts
    const act = defineAct({
      name: 'test.fails',
      words: '失敗しました',
      subject: { kind: 'shelf', name: '棚' },
      facts: {},
      who: 'owner',
      form: (_: Opened<object>): Promise<Read<object>> => read(),
      refusals: { stale: { status: 409, text: '先に変わりました。' } },
      answer: noAnswer,
      ...others,
      run,
    })
    const away = () => {
      throw new Error('the disk is gone')
    }
    const at = noDatabase ? { ...ctx, db: new Proxy(ctx.db, { get: away }) } : ctx
    return (path: string) => {
      const body = new FormData()
      const fields = { ...form, version: '前', confirmPassword: 'x' }
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      if (drawn !== undefined) body.set('drawn', drawnAt('前', drawn))
      for (const mark of ['1', '2']) body.append('mark', mark)
      const request = new Request(`http://localhost${path}`, { method: 'POST', body })
      const pressed = press(act, { at: {}, done, ...(first === undefined ? {} : { first }) })
      return deskAction({ ...at, actor, requestId: 'request' }, request, pressed)
    }
  }
  const doneShelf = ok({ answer: null, subject: 'shelf' })

  test('that was refused is told although what its page shows besides cannot be read', async () => {
    const { ctx, actor } = await shop()
    const answered = await deskAction(
      { ...ctx, actor, requestId: 'request' },
      new Request('http://localhost/admin/shelf', { method: 'POST', body: new FormData() }),
      alsoShowing(press(nameShelf(), { at: { of: '' }, done: () => '/done' }), gone),
    )
    if (answered instanceof Response) throw new Error('it led on')
    expect(answered.init?.status).toBe(422)
    expect(answered.data).toMatchObject({ errors: { label: '名前を入れてください。' } })
  })

  test('N157: comes back as it was sent where what its acts depend on cannot be read, and what that throws leads on', async () => {
    const { ctx, actor, acts } = await shop()
    const at = { ...ctx, actor, requestId: 'request' }
    const sent = (path: string) => {
      const body = new FormData()
      const fields = { ...form, version: '前', drawn: drawnAt('前'), act: 'name', confirmPassword: 'x' }
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      return new Request(`http://localhost${path}`, { method: 'POST', body })
    }
    const answered = await deskAction(at, sent('/admin/shelf'), gone)
    if (answered instanceof Response) throw new Error('it led on')
    expect(answered.init?.status).toBe(500)
    expect(answered.data).toMatchObject({
      act: 'name',
      typed: { label: form.label },
      requestId: form.requestId,
      version: '前',
      drawn: drawnAt('前'),
      failure: expect.stringContaining('このまま残っています'),
    })
    expect(answered.data.typed).not.toHaveProperty('confirmPassword')
    // With script the form keeps its fields itself.
    await expect(deskAction(at, sent('/admin/shelf.data'), gone)).rejects.toThrow('the disk is gone')
    const away = () => Promise.reject(data(null, { status: 410 }))
    await expect(deskAction(at, sent('/admin/shelf'), away)).rejects.toMatchObject({ init: { status: 410 } })
    const visitor = { ...at, actor: { kind: 'visitor', address: '' } as const }
    await expect(deskAction(visitor, sent('/admin/shelf'), gone)).rejects.toMatchObject({
      init: { status: 404 },
    })
    expect(await acts()).toEqual([])
    const read = async () => press(nameShelf(), { at: { of: '' }, done: () => '/done' })
    const led = await deskAction(at, sent('/admin/shelf'), read)
    expect(led instanceof Response || led.init?.status).toBe(409)
  })

  test('is refused by a name of its act where it is read, and hidden where there is nothing', async () => {
    const { send } = await shop()
    expect(await send(form, { of: 'gone' })).toMatchObject({ status: 409, failure: 'もうありません。' })
    expect(await send(form, { of: 'hidden' })).toEqual({ thrown: 404 })
  })

  test('N68.2, N82: of which something has changed is 409, merged: only what both have changed is asked about', async () => {
    const { send, ctx, acts, shelf } = await shop()
    await rememberShopState(ctx.db, shelfKey, '赤 大')
    const stale = await send({ ...form, version: '白 小', label: '青', size: '小', drawn: drawnAt('白 小') })
    expect(stale).toEqual({
      status: 409,
      typed: { label: '青', size: '大' },
      requestId: 'form-1',
      version: '赤 大',
      drawn: drawnAt('赤 大', ['label']),
      isRedrawn: true,
      merged: {
        taken: [{ name: '大きさ', parts: [], now: '大', nowPictures: [] }],
        both: [
          {
            ...{ unit: 'label', name: '名前', parts: [], typed: '青', now: '赤' },
            ...{ typedPictures: [], nowPictures: [], values: { label: '赤' } },
          },
        ],
      },
    })
    expect(await acts()).toEqual([])
    expect(await shelf(), 'writes nothing').toBe('赤 大')
  })

  const merged = { requestId: 'form-1', label: '青', size: '大', version: '赤 大' }

  test.each([
    ['typed', '青 大'],
    ['now', '赤 大'],
  ])('N82: writes by her choice of %s what she then sees', async (choice, written) => {
    const { send, ctx, shelf, acts } = await shop()
    await rememberShopState(ctx.db, shelfKey, '赤 大')
    const sent = { ...merged, drawn: drawnAt('赤 大', ['label']), 'choice:label': choice }
    expect(await send(sent)).toEqual({ to: '/done' })
    expect(await shelf()).toBe(written)
    expect(await acts()).toHaveLength(1)
  })

  test.each([undefined, '', 'both'])(
    'N82: without a choice (%s) writes nothing and asks again',
    async (choice) => {
      const { send, ctx, shelf } = await shop()
      await rememberShopState(ctx.db, shelfKey, '赤 大')
      const drawn = drawnAt('赤 大', ['label'])
      const sent = { ...merged, drawn, ...(choice === undefined ? {} : { 'choice:label': choice }) }
      expect(await send(sent)).toMatchObject({
        status: 422,
        drawn,
        typed: { label: '青', size: '大' },
        merged: { isAsked: true, taken: [], both: [{ unit: 'label', typed: '青', now: '赤' }] },
      })
      expect(await shelf()).toBe('赤 大')
      await rememberShopState(ctx.db, shelfKey, '黒 中')
      expect(await send(sent), 'and by what is stored by then').toMatchObject({
        status: 409,
        version: '黒 中',
        typed: { label: '青', size: '中' },
        merged: { isAsked: true, taken: [{ name: '大きさ', now: '中' }], both: [{ typed: '青', now: '黒' }] },
      })
      expect(await shelf()).toBe('黒 中')
    },
  )

  test('N82: whose choice is one value already needs none', async () => {
    const { send, ctx } = await shop()
    await rememberShopState(ctx.db, shelfKey, '赤 大')
    const sent = { ...merged, label: '赤', drawn: drawnAt('赤 大', ['label']) }
    expect(await send(sent)).toEqual({ to: '/done' })
  })

  test('N82: that is stale again after a choice is merged again, by what was chosen', async () => {
    const { send, ctx, shelf } = await shop()
    await rememberShopState(ctx.db, shelfKey, '黒 大')
    const drawn = drawnAt('赤 大', ['label'])
    expect(await send({ ...merged, drawn, 'choice:label': 'now' })).toMatchObject({
      status: 409,
      typed: { label: '黒', size: '大' },
      merged: { taken: [{ name: '名前', now: '黒' }], both: [] },
    })
    expect(await send({ ...merged, drawn, 'choice:label': 'typed' })).toMatchObject({
      status: 409,
      typed: { label: '青' },
      merged: { taken: [], both: [{ typed: '青', now: '黒' }] },
    })
    await rememberShopState(ctx.db, shelfKey, '赤 小')
    expect(await send({ ...merged, drawn, 'choice:label': 'typed' }), 'her choice stays').toMatchObject({
      status: 409,
      version: '赤 小',
      typed: { label: '青', size: '小' },
      drawn: drawnAt('赤 小'),
      merged: { taken: [{ name: '大きさ' }], both: [] },
    })
    const last = { ...merged, size: '小', version: '赤 小', drawn: drawnAt('赤 小') }
    expect(await send(last)).toEqual({ to: '/done' })
    expect(await shelf()).toBe('青 小')
  })

  test('N82: that is refused after a choice comes back with what was chosen, and asks no more', async () => {
    const { send, ctx } = await shop()
    await rememberShopState(ctx.db, shelfKey, '使用中 大')
    const sent = { ...merged, version: '使用中 大', drawn: drawnAt('使用中 大', ['label']) }
    expect(await send({ ...sent, 'choice:label': 'now' })).toEqual({
      status: 409,
      typed: { label: '使用中', size: '大' },
      requestId: 'form-1',
      version: '使用中 大',
      drawn: drawnAt('使用中 大'),
      isRedrawn: true,
      errors: { label: '使われている名前です。' },
    })
  })

  test.each([
    ['missing', ''],
    ['of another version', drawnAt('緑 小')],
    ['no text of ours', '{"version":"白 小"}'],
    ['too long', drawnAt('白 小').replace('"both":[', `"both":["${'x'.repeat(20_000)}"`)],
  ])('N82: whose marks are %s counts as touched: nothing is overwritten unasked', async (_, drawn) => {
    const { send, ctx } = await shop()
    await rememberShopState(ctx.db, shelfKey, '赤 大')
    const sent = { ...form, version: '白 小', label: '白', size: '小', drawn }
    expect(await send(sent)).toMatchObject({
      status: 409,
      typed: { label: '白', size: '小' },
      merged: { taken: [], both: [{ unit: 'label' }, { unit: 'size' }] },
    })
  })

  test('N84: that is never merged is shown anew, with what was typed beside it', async () => {
    const { send, ctx } = await shop()
    await rememberShopState(ctx.db, shelfKey, '赤 大')
    const sent = { ...form, size: '大', note: '覚え', drawn: drawnAt('') }
    expect(await send(sent, { act: nameShelf({ isAnew: true }) })).toEqual({
      status: 409,
      typed: { note: '覚え' },
      requestId: 'form-1',
      version: '赤 大',
      drawn: drawnAt(''),
      isRedrawn: true,
      stale: [{ name: '名前', typed: '青', now: '赤' }],
    })
  })

  test('of something that is gone says so, and keeps what was typed', async () => {
    const { send, ctx } = await shop()
    await rememberShopState(ctx.db, shelfKey, '赤 大')
    const act = nameShelf({ failure: '先に消されました。' })
    expect(await send({ ...form, version: '白' }, { act })).toEqual({
      status: 409,
      typed: { label: '青' },
      requestId: 'form-1',
      version: '赤 大',
      drawn: '',
      failure: '先に消されました。',
    })
  })

  test('of an act that shows no values is told in words, with its own version', async () => {
    const { send, ctx } = await shop()
    await rememberShopState(ctx.db, shelfKey, '赤')
    expect(await send(form, { act: nameShelf({ isBlind: true }) })).toEqual({
      status: 409,
      typed: { label: '青' },
      requestId: 'form-1',
      failure: '先に変わりました。',
    })
  })

  test('that was refused has used no id: the same one takes other content', async () => {
    const { send, shelf } = await shop()
    expect(await send({ ...form, label: '使用中' })).toEqual({
      status: 409,
      typed: { label: '使用中' },
      requestId: 'form-1',
      errors: { label: '使われている名前です。' },
    })
    expect(await send(form)).toEqual({ to: '/done' })
    expect(await shelf()).toBe('青')
  })

  test('with other content under a used id is 409 and gets a new id, under which its version decides', async () => {
    const { send, shelf } = await shop()
    await send(form)
    const other = await send({ ...form, label: '緑' })
    expect(other).toEqual({
      status: 409,
      typed: { label: '緑' },
      requestId: expect.not.stringMatching(/^form-1$/),
      failure: otherContent.text,
    })
    const again = { ...form, label: '緑', requestId: String(fieldsOf(other).requestId) }
    expect(await send(again)).toMatchObject({ status: 409, merged: { both: [{ typed: '緑', now: '青' }] } })
    expect(await shelf()).toBe('青')
    expect(await send({ ...again, version: '青' })).toEqual({ to: '/done' })
  })

  test('that has lost its id does nothing and gets one', async () => {
    const { send, acts } = await shop()
    const lost = await send({ ...form, requestId: ' ' })
    expect(lost).toMatchObject({ status: 409, failure: otherContent.text })
    expect(await send({ ...form, requestId: '', label: '' })).toMatchObject({
      status: 422,
      requestId: expect.stringMatching(/./),
    })
    expect(await acts()).toEqual([])
    expect(await send({ ...form, requestId: String(fieldsOf(lost).requestId) })).toEqual({ to: '/done' })
  })

  test('N3: of money asks again after what is typed is right and the page has shown what it shows first', async () => {
    const { send, acts } = await shop({ confirmedAt: 0 })
    const act = nameShelf({ confirms: true })
    const shown = { status: 422, answer: { failure: '合計です。' } }
    expect(await send({ ...form, label: '' }, { act, first: () => shown })).toMatchObject({
      errors: { label: '名前を入れてください。' },
    })
    expect(await send(form, { act, first: () => shown })).toMatchObject({
      status: 422,
      failure: '合計です。',
      requestId: 'form-1',
    })
    const asked = await send(form, { act, first: () => null })
    expect(asked).toMatchObject({ status: 422, requestId: 'form-1', asksConfirmation: true })
    expect(asked).toHaveProperty('errors.confirmPassword')
    expect(await acts()).toEqual([])
    expect(await send(form, { act: nameShelf({ confirms: false }) })).toEqual({ to: '/done' })
  })

  test('is hidden from who may not do it before it is read, and so is one that the page has not', async () => {
    const { send, page, acts } = await shop({ role: 'packer' })
    expect(await send(form)).toEqual({ thrown: 404 })
    expect(await page({ ...form, act: 'name' })).toEqual({ thrown: 404 })
    expect(await page({ ...form, act: 'other' })).toEqual({ thrown: 404 })
    expect(await page(form)).toEqual({ thrown: 404 })
    expect(await acts()).toEqual([])
    const { ctx, actor } = await shop({ role: 'packer' })
    const unread = new Request('http://localhost/', { method: 'POST', body: 'x' })
    await expect(
      deskAction(
        { ...ctx, actor, requestId: '' },
        unread,
        press(nameShelf(), { at: { of: '' }, done: () => '' }),
      ),
    ).rejects.toMatchObject({ init: { status: 404 } })
    expect(unread.bodyUsed).toBe(false)
    const visitor = { kind: 'visitor', address: '' } as const
    await expect(
      deskAction(
        { ...ctx, actor: visitor, requestId: '' },
        unread,
        press(looking, { at: {}, done: () => '' }),
      ),
    ).rejects.toMatchObject({ init: { status: 404 } })
  })

  test('of several on a page is told from the others, and a page may show something instead of leading on', async () => {
    const { page } = await shop()
    expect(await page({ ...form, act: 'name' })).toEqual({ to: '/named' })
    expect(await page({ ...form, act: 'name', label: '' })).toMatchObject({ status: 422, act: 'name' })
    expect(await page({ requestId: 'form-2', act: 'look' })).toEqual({
      status: 200,
      act: 'look',
      typed: {},
      more: { seen: 1 },
    })
  })
})
