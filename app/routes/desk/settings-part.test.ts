import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { shopSettings } from '#settings'
import { listedFabrics } from '~/features/products/listed-fabrics.queries.server.ts'
import { createUnitsOfLine } from '~/features/recipes/materials/queries.server.ts'
import { saveSettings } from '~/features/shop/settings/commands.server.ts'
import { partView, previewSettings } from '~/features/shop/settings/queries.server.ts'
import { typedPart } from '~/features/shop/settings/typed.rules.ts'
import type { DeskPerson } from '~/kernel/actor.ts'
import { deskSettings } from '~/server/desk-settings.ts'
import { appContext } from '~/services.server.ts'
import { checkoutContextForTests } from '../../../tests/support/checkout-context-for-tests.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { action } from './settings-part.tsx'

const higherFees = { ...typedPart('fees', shopSettings), below1: '5,000', fee1: '５００円' }

onBothEngines('N50: the page of a part of the settings', (open) => {
  const shop = async () => {
    const ctx = contextForTests((await open()).db, { demo: true })
    const owner = deskPersonForTests(ctx)
    const press = async (fields: Readonly<Record<string, string>>, actor: DeskPerson = owner) => {
      const body = new FormData()
      for (const [name, value] of Object.entries({ ...higherFees, requestId: 'a', ...fields }))
        body.append(name, value)
      const url = new URL('https://shop.example/admin/settings/fees')
      const request = new Request(url, { method: 'POST', body })
      const context = new RouterContextProvider()
      context.set(appContext, {
        ...checkoutContextForTests(ctx.db, 1, ctx.now),
        ...ctx,
        actor,
        requestId: 'request',
        listedFabrics: () => listedFabrics(ctx.db),
        unitsOfLine: createUnitsOfLine(),
        withStyles: () => ({ edits: [], styleHashes: [] }),
      })
      const params = { part: 'fees' }
      const answer = await action({ request, url, params, context, pattern: '/admin/settings/:part' })
      if (answer instanceof Response)
        return { to: answer.headers.get('location'), requestId: '', more: undefined }
      return { to: null, more: undefined, status: answer.init?.status, ...answer.data }
    }
    const mark = async () => (await partView(ctx, 'fees', '')).mark
    /** As another screen does it. */
    const save = async (typed: Readonly<Record<string, string>>, requestId = ctx.newId()) => {
      const looked = await previewSettings(ctx, { part: 'fees', typed })
      const seen = looked.ok ? looked.value.seen : ''
      return saveSettings(ctx, owner, { requestId, part: 'fees', typed, version: await mark(), seen })
    }
    return { ctx, owner, press, mark, save }
  }

  test('N3: asks again who she is, with what was typed and the preview kept, and saves only then', async () => {
    const { ctx, owner, press, mark } = await shop()
    const late = { ...owner, confirmedAt: ctx.now() - 11 * 60_000 }
    const version = await mark()
    expect(await press({ version }, owner)).toMatchObject({ status: 200, more: { asks: false } })
    const looked = await press({ version }, late)
    expect(looked).toMatchObject({ status: 200, more: { asks: true } })
    const seen = looked.more?.seen ?? ''
    expect(await press({ version, intent: 'edit' }, late)).toEqual({
      to: null,
      status: 200,
      typed: expect.objectContaining({ fee1: '５００円' }),
      requestId: 'a',
      version,
      more: { asks: false },
    })
    expect(await press({ version, intent: 'save', seen }, late)).toMatchObject({
      status: 422,
      typed: { fee1: '５００円' },
      requestId: 'a',
      version,
      errors: { confirmPassword: expect.stringContaining('もう一度ご本人か') },
      more: { asks: true, seen, preview: { changes: [{ after: '5000' }, { after: '500' }] } },
    })
    expect((await deskSettings(ctx.db)).values).toEqual({})
    const done = { to: '/admin/settings/fees?done=saved' }
    expect(await press({ version, intent: 'save', seen }, owner)).toMatchObject(done)
    expect((await deskSettings(ctx.db)).values).toHaveProperty('cart')
  })

  test('R18: a form of before another’s change stays one, also after a field that was wrong', async () => {
    const { press, mark, save } = await shop()
    const version = await mark()
    await save(higherFees)
    for (const fee1 of ['無料', '500'])
      expect(await press({ version, fee1 })).toMatchObject({ status: 422, version })
    const other = { version, below1: '5000', fee1: '510' }
    const looked = await press(other)
    expect(await press({ ...other, intent: 'save', seen: looked.more?.seen ?? '' })).toMatchObject({
      status: 409,
      version: await mark(),
      requestId: 'a',
      merged: {
        both: [
          { name: '送料', typed: expect.stringContaining('：510'), now: expect.stringContaining('：500') },
        ],
      },
    })
  })

  test('N2: what was saved though its answer was lost, and is sent with a change, gets an id of its own', async () => {
    const { press, mark, save } = await shop()
    await save(higherFees, 'lost')
    const version = await mark()
    const told = await press({ version, fee1: '510', requestId: 'lost', intent: 'save' })
    expect(told).toMatchObject({ status: 409, version, failure: expect.stringContaining('別の内容') })
    expect(told.requestId).toMatch(/^(?!lost).+$/)
  })
})
