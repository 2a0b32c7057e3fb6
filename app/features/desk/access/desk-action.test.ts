import { expect, test } from 'vitest'
import type { DeskPerson } from '~/kernel/actor.ts'
import { fieldOf } from '~/kernel/form.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { otherContent } from '~/kernel/refusal.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { RequestContext } from '~/server/app-context.ts'
import { defineAct, noAnswer, type Opened, type Read } from '~/server/desk-act.ts'
import { rememberShopState, shopState } from '~/server/shop-state.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { deskAction, press } from './desk-action.server.ts'

interface ShelfForm {
  readonly label: string
  readonly version: string
}

const shelfKey = 'mail_test'
const labels = { label: '名前', size: '大きさ' }

/** Names a shelf, whose version is the name that it has. */
const nameShelf = (more: { readonly confirms?: boolean; readonly isBlind?: boolean } = {}) =>
  defineAct({
    name: 'test.shelf',
    words: '棚に名前をつけました',
    subject: { kind: 'shelf', name: '棚' },
    facts: { label: '名前' },
    who: 'owner',
    ...(more.confirms === undefined ? {} : { confirms: more.confirms }),
    form: ({ form, at }: Opened<{ readonly of: string }>): Read<ShelfForm, 'gone' | 'not-found'> => {
      const label = fieldOf(form, 'label')
      if (at.of === 'gone') return refused('gone')
      if (at.of === 'hidden') return refused('not-found')
      if (label === '') return refused({ label: '名前を入れてください。' })
      return ok({ label, version: fieldOf(form, 'version') })
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
          present: async ({ db }) => {
            const label = await named(db)
            return { version: label, values: { label, size: '小' }, labels }
          },
        }),
    run: async (trx, { form: { label, version } }) => {
      if (version !== (await named(trx))) return refused('stale')
      if (label === '使用中') return refused('taken')
      await rememberShopState(trx, shelfKey, label)
      return ok({ answer: null, subject: 'shelf', after: { label } })
    },
  })

const named = async (db: RequestContext['db']) => (await shopState(db, shelfKey)) ?? ''

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
    return { ctx, actor, send, page, acts, shelf: () => named(ctx.db) }
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

  test('is refused by a name of its act where it is read, and hidden where there is nothing', async () => {
    const { send } = await shop()
    expect(await send(form, { of: 'gone' })).toMatchObject({ status: 409, failure: 'もうありません。' })
    expect(await send(form, { of: 'hidden' })).toEqual({ thrown: 404 })
  })

  test('of which something has changed is 409 with both values of what differs and the present version', async () => {
    const { send, ctx, acts } = await shop()
    await rememberShopState(ctx.db, shelfKey, '赤')
    const stale = await send({ ...form, size: '小' })
    expect(stale).toEqual({
      status: 409,
      typed: { label: '青', size: '小' },
      requestId: 'form-1',
      version: '赤',
      stale: [{ name: '名前', typed: '青', now: '赤' }],
    })
    expect(await acts()).toEqual([])
    expect(await send({ ...form, version: '赤' }), 'under the same id').toEqual({ to: '/done' })
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
    expect(await send(again)).toMatchObject({ status: 409, stale: [{ typed: '緑', now: '青' }, {}] })
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
