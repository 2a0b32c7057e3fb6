import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { memberId } from '~/kernel/actor.ts'
import { ok, refused } from '~/kernel/result.ts'
import { auditOf } from '~/server/audit.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { saveNumbers, saveTicks, shipPacked, undoShipping } from './commands.server.ts'
import { saveParcel, unshipOrder } from './correcting.commands.server.ts'
import { numbersIn, packedIn, ticksIn } from './form.server.ts'
import { drawnRow, rowMark } from './number-rows.rules.ts'
import { numbersPage, twinsElsewhere } from './numbers.queries.server.ts'
import { twinAdvice } from './numbers.rules.ts'
import { askedFirst } from './numbers-asked.queries.server.ts'
import { packingPage } from './queries.server.ts'
import { boxesDrawn } from './rules.ts'
import { parcelSheet } from './sheet.queries.server.ts'
import { shipOrder } from './shipping.commands.server.ts'

const dayMs = 24 * 3_600_000
const [first, second, third, fourth] = ['AAAA-2222', 'BBBB-2222', 'CCCC-2222', 'DDDD-2222'] as const
const [one, two, three] = ['490714955706', '490714955710', '490714955721'] as const

const addOrder = async (db: Kysely<Schema>, number: string, parts: object = {}) => {
  await db
    .insertInto('orders')
    .values(orderRowForTests(number, { paidAt: 1, createdAt: Date.now(), ...parts }))
    .execute()
  const line = {
    orderId: number,
    position: 0,
    number: 'F-1',
    type: 'fabric',
    name: '布',
    description: '',
  } as const
  await db
    .insertInto('orderLine')
    .values({ ...line, unitPrice: 100, quantity: 1, free: 0, imageUrl: null, picture: null })
    .execute()
}

onBothEngines('what a press names', (open) => {
  const shop = async (...numbers: readonly string[]) => {
    const ctx = contextForTests((await open()).db, { demo: false })
    const owner = deskPersonForTests(ctx)
    const packer = deskPersonForTests(ctx, { id: memberId('packer'), role: 'packer', name: '手伝い' })
    for (const number of numbers) await addOrder(ctx.db, number, { createdAt: ctx.now() })
    const shipped = async () =>
      (
        await ctx.db
          .selectFrom('orders')
          .select('orderNumber')
          .where('shippedAt', 'is not', null)
          .orderBy('orderNumber')
          .execute()
      ).map(({ orderNumber }) => orderNumber)
    const parcels = async () =>
      (
        await ctx.db
          .selectFrom('orders')
          .select(['orderNumber', 'carrier', 'tracking'])
          .orderBy('orderNumber')
          .execute()
      ).map(({ carrier, tracking }) => `${carrier ?? ''} ${tracking ?? ''}`)
    /** 番号を入れる as it is drawn now, with what is typed in it. */
    const numbersForm = async (
      typed: Readonly<Record<string, readonly [tracking: string, carrier?: string]>>,
      above = 'yamato',
    ) => {
      const form = new FormData()
      form.set('carrier', above)
      for (const { number, version, parcels: kept } of (await numbersPage(ctx, owner)).orders) {
        const drawn = drawnRow(number, kept)
        const [tracking = drawn.tracking, carrier = drawn.carrier] = typed[number] ?? []
        form.set(`version:${number}`, String(version))
        form.set(`was:${number}`, rowMark(drawn))
        form.set(`tracking:${number}`, tracking)
        form.set(`carrier:${number}`, carrier)
      }
      return form
    }
    const press = async (form: FormData, intent: 'keep' | 'ship', requestId: string, actor = packer) => {
      form.set('intent', intent)
      const asked = await askedFirst(ctx, actor, { form, sent: numbersIn(form) })
      if (asked !== null) return asked
      const read = await saveNumbers.act.form?.({ form, at: {}, ctx })
      return read?.ok ? saveNumbers(ctx, actor, { ...read.value, requestId }) : undefined
    }
    /** 発送作業 as it is drawn now. */
    const packingForm = async (packed: readonly string[]) => {
      const form = new FormData()
      for (const order of (await packingPage(ctx)).orders) {
        form.set(`version:${order.number}`, String(order.version))
        form.set(`boxes:${order.number}`, boxesDrawn(order))
        if (packed.includes(order.number)) form.set(`tick:${order.number}:0:packed`, 'on')
      }
      return form
    }
    const pressPacked = (form: FormData, requestId: string, actor = packer) => {
      const { added: on, removed: off } = ticksIn(form)
      return shipPacked(ctx, actor, { requestId, on, off, orders: packedIn(form), carrier: 'yamato' })
    }
    return { ctx, owner, packer, shipped, parcels, numbersForm, press, packingForm, pressPacked }
  }

  const done = (...numbers: readonly string[]) => ok({ done: numbers, refused: [] })

  test('N86: only rows that were touched are written, each with its carrier, and others write no row in the log', async () => {
    const { ctx, parcels, numbersForm, press } = await shop(first, second, third)
    expect(
      await press(await numbersForm({ [first]: [one], [second]: [two, 'sagawa'] }), 'keep', 'r1'),
    ).toEqual(done(first, second))
    expect(await parcels()).toEqual([`yamato ${one}`, `sagawa ${two}`, ' '])
    expect(await press(await numbersForm({ [third]: [three] }, 'japanpost'), 'keep', 'r2')).toEqual(
      done(third),
    )
    expect(await parcels()).toEqual([`yamato ${one}`, `sagawa ${two}`, `japanpost ${three}`])
    const acts = async (number: string) => (await auditOf(ctx.db, `order:${number}`)).length
    expect(await Promise.all([first, second, third].map(acts))).toEqual([1, 1, 1])
    expect(await press(await numbersForm({}, 'sagawa'), 'keep', 'r3')).toMatchObject({ status: 422 })
  })

  test('N86: a saved number can be emptied, and what another row had goes to this one', async () => {
    const { parcels, numbersForm, press } = await shop(first, second)
    await press(await numbersForm({ [first]: [one] }), 'keep', 'r1')
    expect(await press(await numbersForm({ [first]: [''], [second]: [one] }), 'keep', 'r2')).toEqual(
      done(first, second),
    )
    expect(await parcels()).toEqual(['yamato ', `yamato ${one}`])
  })

  test('N87: where one number is typed one order leaves, and the others with a number are asked about by name', async () => {
    const { ctx, packer, shipped, numbersForm, press } = await shop(first, second, third, fourth)
    const all = { [first]: [one], [second]: [two], [third]: [three] } as const
    await press(await numbersForm(all), 'keep', 'r1')
    // One is undone, one came back.
    for (const [number, note] of [
      [second, ''],
      [third, '戻ってきました'],
    ] as const) {
      ctx.advance(1)
      const of = { number, version: null }
      await shipOrder(ctx, packer, { ...of, requestId: `ship ${number}`, parcels: [] })
      ctx.advance(1)
      await unshipOrder(ctx, packer, { ...of, requestId: `back ${number}`, note, mail: false })
    }
    const page = await numbersPage(ctx, packer)
    expect(page.orders.map(({ back }) => back)).toEqual([null, 'undone', 'unshipped', null])
    const form = await numbersForm({ [fourth]: ['490714955732'] })
    form.append('names', fourth)
    const asked = await press(form, 'ship', 'r2')
    expect(asked).toMatchObject({ status: 200, more: { asks: true, rows: [{ number: fourth }] } })
    expect(await shipped()).toEqual([])
    form.set('asked', '1')
    expect(await press(form, 'ship', 'r2')).toEqual(done(fourth))
    expect(await shipped()).toEqual([fourth])
    // The second press may name them too; who has named nothing is told.
    const more = await numbersForm({})
    more.set('asked', '1')
    expect(await press(more, 'ship', 'r3')).toMatchObject({ status: 422, more: { asks: true } })
    more.append('names', third)
    expect(await press(more, 'ship', 'r4')).toEqual(done(third))
    expect(await shipped()).toEqual([third, fourth])
  })

  test('N87: without script the first press names nothing and leads to the names', async () => {
    const { shipped, numbersForm, press } = await shop(first, second)
    expect(await press(await numbersForm({}), 'ship', 'r0')).toMatchObject({ status: 422 })
    const form = await numbersForm({ [first]: [one] })
    expect(await press(form, 'ship', 'r1')).toMatchObject({ status: 200, more: { asks: true } })
    form.set('asked', '1')
    form.append('names', first)
    expect(await press(form, 'ship', 'r1')).toEqual(done(first))
    expect(await shipped()).toEqual([first])
  })

  test('N87: what was typed and is not named is kept and does not leave', async () => {
    const { shipped, parcels, numbersForm, press } = await shop(first, second)
    const form = await numbersForm({ [first]: [one], [second]: [two] })
    form.set('asked', '1')
    form.append('names', first)
    expect(await press(form, 'ship', 'r1')).toEqual(done(first, second))
    expect(await shipped()).toEqual([first])
    expect(await parcels()).toEqual([`yamato ${one}`, `yamato ${two}`])
  })

  test('N87: the number of a parcel that came back is not used again unasked', async () => {
    const { ctx, packer, shipped, packingForm, pressPacked } = await shop(first)
    const of = { number: first, version: null }
    const parcels = [{ carrier: 'yamato', tracking: one }]
    await shipOrder(ctx, packer, { ...of, requestId: 'r1', parcels })
    ctx.advance(1)
    await unshipOrder(ctx, packer, { ...of, requestId: 'r2', note: '戻ってきました', mail: false })
    expect(await parcelSheet(ctx, packer, first)).toMatchObject({ hasOldNumber: true })
    const form = await packingForm([first])
    expect((await packingPage(ctx)).orders[0]?.hasOldNumber).toBe(true)
    expect(await pressPacked(form, 'r3')).toEqual(
      ok({ done: [], refused: [{ number: first, why: 'old-number' }] }),
    )
    expect(await shipped()).toEqual([])
    form.set(`old:${first}`, 'on')
    expect(await pressPacked(form, 'r4')).toEqual(done(first))

    // Undone at once it is the same parcel; with another number it is another one.
    ctx.advance(1)
    await unshipOrder(ctx, packer, { ...of, requestId: 'r5', note: '', mail: false })
    expect((await packingPage(ctx)).orders[0]?.hasOldNumber).toBe(false)
    ctx.advance(1)
    await shipOrder(ctx, packer, { ...of, requestId: 'r6', parcels: [] })
    ctx.advance(1)
    await unshipOrder(ctx, packer, { ...of, requestId: 'r7', note: '戻ってきました', mail: false })
    ctx.advance(1)
    const sagawa = [{ carrier: 'sagawa', tracking: one }]
    await saveParcel(ctx, packer, { ...of, requestId: 'r7b', parcels: sagawa, shippedOn: '', mail: false })
    expect((await packingPage(ctx)).orders[0]?.hasOldNumber).toBe(true)
    expect(await pressPacked(await packingForm([first]), 'r7c')).toMatchObject({ value: { done: [] } })
    ctx.advance(1)
    const other = [{ carrier: 'yamato', tracking: two }]
    await saveParcel(ctx, packer, { ...of, requestId: 'r8', parcels: other, shippedOn: '', mail: false })
    expect((await packingPage(ctx)).orders[0]?.hasOldNumber).toBe(false)
    expect(await pressPacked(await packingForm([first]), 'r9')).toEqual(done(first))
  })

  test('N88: a number that another order has within 180 days is told before it is kept, and a second press goes on', async () => {
    const { ctx, owner, packer, parcels, numbersForm, press } = await shop(first)
    const now = ctx.now()
    const of = (shippedAt: number | null, tracking: string) => ({
      createdAt: now - 200 * dayMs,
      shippedAt,
      tracking,
    })
    await addOrder(ctx.db, second, of(now - 179 * dayMs, one))
    await addOrder(ctx.db, third, of(now - 181 * dayMs, two))
    await addOrder(ctx.db, fourth, of(now - 181 * dayMs, '1'))
    await ctx.db
      .insertInto('furtherParcel')
      .values([
        { orderId: second, position: 1, carrier: 'yamato', tracking: three },
        { orderId: third, position: 1, carrier: 'yamato', tracking: '9' },
      ])
      .execute()
    const twins = (who: typeof owner) => twinsElsewhere(ctx, who, [one, two, three, '9'], [first])
    expect(await twins(owner)).toEqual({
      [one]: expect.stringContaining(second),
      [three]: expect.stringContaining(second),
    })
    // What she may not see she is not told of by its number (N12).
    expect(await twins(packer)).toEqual({
      [one]: expect.stringContaining('ほかの注文'),
      [three]: expect.stringContaining('ほかの注文'),
    })
    expect(await twinsElsewhere(ctx, owner, [one], [second])).toEqual({})
    for (const intent of ['keep', 'ship'] as const) {
      const form = await numbersForm({ [first]: [one] })
      if (intent === 'ship') form.append('names', first)
      const told = await press(form, intent, `r ${intent}`)
      expect(told).toMatchObject({ status: 422, answer: { errors: { [`tracking:${first}`]: /同梱/ } } })
      expect((await parcels())[0]).toBe(' ')
    }
    const form = await numbersForm({ [first]: [one] })
    form.set('doubted', `yamato ${one} ${twinAdvice}`)
    expect(await press(form, 'keep', 'r3')).toEqual(done(first))
    expect((await numbersPage(ctx, owner)).twins).toEqual({ [one]: expect.stringContaining(second) })
    const open = { createdAt: now - 10 * dayMs, tracking: '77' }
    await addOrder(ctx.db, 'EEEE-2222', open)
    expect(await twinsElsewhere(ctx, packer, ['77'], [])).toEqual({
      '77': expect.stringContaining('EEEE-2222'),
    })
  })

  test('N85, N14: two people with forms of before: no parcel leaves that no press named', async () => {
    const { ctx, owner, packer, shipped, packingForm, pressPacked, numbersForm, press } = await shop(
      first,
      second,
      third,
    )
    const [hers, helpers] = [await packingForm([first, second]), await packingForm([second, third])]
    const numbers = await numbersForm({ [third]: [three] })
    numbers.append('names', third)
    expect(await pressPacked(hers, 'r1', owner)).toEqual(done(first, second))
    expect(await pressPacked(helpers, 'r2')).toEqual(
      ok({ done: [third], refused: [{ number: second, why: 'shipped' }] }),
    )
    // A form of before the shipping: its number is told as not kept.
    expect(await press(numbers, 'ship', 'r3', owner)).toMatchObject(
      ok({ done: [], refused: [{ number: third, why: 'shipped' }] }),
    )
    ctx.advance(1)
    const page = await packingPage(ctx)
    expect(page.total).toBe(0)
    const undo = await ctx.db.selectFrom('orders').select(['orderNumber as number', 'version']).execute()
    expect(await undoShipping(ctx, owner, { requestId: 'r4', orders: undo })).toEqual(
      done(first, second, third),
    )
    // The helper's form of before undoing, pressed again under a new id: it names two that have changed meanwhile.
    expect(await pressPacked(helpers, 'r5')).toEqual(
      ok({
        done: [],
        refused: [
          { number: second, why: 'stale' },
          { number: third, why: 'stale' },
        ],
      }),
    )
    expect(await shipped()).toEqual([])
    // What is drawn now: her ticks of before went with undoing, and the helper's form put its own again.
    await ctx.db.updateTable('orders').set({ cancelledAt: 5, version: 9 }).where('id', '=', second).execute()
    const now = await packingForm([first])
    await saveTicks(ctx, packer, { requestId: 'r6', on: [`${third}:0:packed`], off: [] })
    expect(await pressPacked(now, 'r7', owner)).toEqual(done(first))
    expect(await shipped()).toEqual([first])
    const correction = { number: first, version: 0, parcels: [], shippedOn: '', mail: false }
    expect(await saveParcel(ctx, packer, { ...correction, requestId: 'r8' })).toEqual(refused('shipped'))
  })
})
