import iconv from 'iconv-lite'
import type { Insertable } from 'kysely'
import { expect, test } from 'vitest'
import type { OrdersTable } from '#db/schema.ts'
import { toldActs } from '~/brought-by-features.server.ts'
import { setNotePrices } from '~/features/orders/desk/commands.server.ts'
import { deskOrder } from '~/features/orders/desk/page.queries.server.ts'
import { memberId } from '~/kernel/actor.ts'
import { ok, refused } from '~/kernel/result.ts'
import { auditOf } from '~/server/audit.ts'
import { rowsOfCsv } from '../../../../tests/support/csv-file.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { saveTicks } from './commands.server.ts'
import { exportLabels, exportNotes } from './exports.commands.server.ts'
import { exportAgain, filesOf, labelPage, labelQuestion } from './labels.queries.server.ts'
import type { LabelFormat, YamatoService } from './labels.rules.ts'
import { markedNotToShip } from './left-out.queries.server.ts'
import { markedIn, markedParameter } from './marked.rules.ts'
import { matchedFile, numbersPage } from './numbers.queries.server.ts'
import { printPage } from './queries.server.ts'
import { leftOut } from './texts.ts'

const dayMs = 24 * 3_600_000
const [first, second, third] = ['AAAA-2222', 'BBBB-2222', 'CCCC-2222'] as const

onBothEngines('what went into a file or on paper', (open) => {
  const shop = async () => {
    const ctx = contextForTests((await open()).db, { demo: false })
    const owner = deskPersonForTests(ctx)
    const packer = deskPersonForTests(ctx, { id: memberId('packer'), role: 'packer', name: '手伝い' })
    const add = async (number: string, parts: Partial<Insertable<OrdersTable>> = {}) => {
      const address = { recipient: number, postalCode: '1500001', prefecture: '東京都', city: '渋谷区' }
      const shippingAddress = JSON.stringify({ ...address, line1: '1-2', line2: '' })
      const row = { paidAt: 1, customerPhone: '0312345678', shippingAddress, ...parts }
      await ctx.db.insertInto('orders').values(orderRowForTests(number, row)).execute()
      const line = { orderId: number, position: 0, number: 'K-1', type: 'kit', name: '針' } as const
      await ctx.db
        .insertInto('orderLine')
        .values({
          ...line,
          description: '',
          unitPrice: 100,
          quantity: 1,
          free: 0,
          imageUrl: null,
          picture: null,
        })
        .execute()
    }
    for (const number of [first, second, third]) await add(number)
    const form = (numbers: readonly string[], format: LabelFormat = 'clickpost') => ({
      requestId: ctx.newId(),
      format,
      date: '2026-04-01',
      numbers,
      services: [] as readonly (readonly [string, YamatoService])[],
      days: null as { from: number; until: number } | null,
    })
    const page = (query = '', actor = packer) => {
      const question = labelQuestion(new URLSearchParams(query), actor, ctx.now())
      if (question === null) throw new Error('not allowed')
      return labelPage(ctx, question)
    }
    const listed = async (query = '') => (await page(query)).rows.map(({ label }) => label.number)
    const saved = async (exportId: string, actor = packer, part = 1) => {
      const again = await exportAgain(ctx, actor, exportId)
      const bytes = again && filesOf(ctx, again, '2026-04-01').files[part - 1]
      return bytes === undefined ? undefined : rowsOfCsv(iconv.decode(bytes, 'cp932'))
    }
    return { ctx, owner, packer, add, form, page, listed, saved }
  }

  test('N94: what went into a file says so with its time and format, kept with its order and in the log', async () => {
    const { ctx, packer, form, page, saved } = await shop()
    const sent = form([second, first])
    const answer = { format: 'clickpost', date: '2026-04-01', count: 2, files: 1, left: [] }
    expect(await exportLabels(ctx, packer, sent)).toEqual(ok({ id: sent.requestId, ...answer }))
    expect((await saved(sent.requestId))?.map((row) => row.お届け先氏名)).toEqual([second, first])
    const marks = (await page('which=all')).rows.map(({ label, exported }) => [
      label.number,
      exported?.at ?? null,
    ])
    expect(marks).toEqual([
      [first, ctx.now()],
      [second, ctx.now()],
      [third, null],
    ])
    expect(await deskOrder(ctx.db, packer, first, ctx.now(), toldActs)).toMatchObject({
      paper: { labelAt: ctx.now(), noteAt: null },
    })
    expect(await auditOf(ctx.db, 'packing')).toMatchObject([
      { act: 'label.export', after: { format: 'clickpost', orders: [second, first] } },
    ])
    // Sent twice it is one press.
    expect(await exportLabels(ctx, packer, sent)).toEqual(ok({ id: sent.requestId, ...answer }))
    expect(await auditOf(ctx.db, 'packing')).toHaveLength(1)
    const again = form([first], 'yupack')
    await exportLabels(ctx, packer, again)
    expect((await page('which=all')).rows[0]?.exported).toMatchObject({ format: 'yupack' })
    expect(await saved(sent.requestId)).toHaveLength(1)
  })

  test('N95: what is new, what is packed, all or none of it is chosen; what is new first, nothing where nothing is', async () => {
    const { ctx, packer, form, page, listed } = await shop()
    expect(await page()).toMatchObject({ which: 'new', counts: { all: 3, new: 3, ticked: 0 } })
    await exportLabels(ctx, packer, form([first]))
    await saveTicks(ctx, packer, { requestId: ctx.newId(), on: [`${second}:0:packed`], off: [] })
    expect(await page()).toMatchObject({ which: 'new', counts: { all: 3, new: 2, ticked: 1 } })
    expect(await listed()).toEqual([second, third])
    expect(await listed('which=ticked')).toEqual([second])
    expect(await listed('which=all')).toEqual([first, second, third])
    expect(await listed('which=none')).toEqual([first, second, third])
    await exportLabels(ctx, packer, form([second, third]))
    expect(await page()).toMatchObject({ which: 'new', total: 0, counts: { all: 3, new: 0 } })
    expect(await listed('which=new')).toEqual([])
  })

  test('N90: exportLabels names what goes into no file: an order that is no longer to be shipped, and one that does not fit (N94)', async () => {
    const { ctx, packer, form } = await shop()
    await ctx.db.updateTable('orders').set({ cancelledAt: 1 }).where('id', '=', first).execute()
    await ctx.db.updateTable('orders').set({ shippingAddress: null }).where('id', '=', second).execute()
    const made = await exportLabels(ctx, packer, form([first, second, third, 'ZZZZ-2222']))
    const left = [
      { number: first, why: 'not-found' },
      { number: 'ZZZZ-2222', why: 'not-found' },
      { number: second, why: 'unfit' },
    ]
    expect(made).toMatchObject({ value: { count: 1, left } })
    expect(leftOut(left.map(({ number }) => ({ number, why: 'unfit' }))).at(-1)).toEqual({
      what: second,
      why: '直すところがあるので、ファイルに入っていません',
      whatToDo: '「送り状」で直してから、もう一度ファイルにしてください。',
    })
    expect(await exportLabels(ctx, packer, form([first, second]))).toEqual(refused('nothing-fits'))
    expect(await exportLabels(ctx, packer, form([]))).toEqual(refused('nothing-chosen'))
    const many = Array.from({ length: 301 }, (_, at) => `A-${at}`)
    expect(await exportLabels(ctx, packer, form(many))).toEqual(refused('too-many'))
    const kept = await ctx.db.selectFrom('orderExport').select('orderId').execute()
    expect(kept).toEqual([{ orderId: third }])
  })

  test('N96: each parcel of B2 has its kind, which the next file keeps; the settings say the others', async () => {
    const { ctx, packer, form, saved } = await shop()
    const kinds = async (sent: ReturnType<typeof form>) => {
      await exportLabels(ctx, packer, sent)
      return (await saved(sent.requestId))?.map((row) => row.送り状種類)
    }
    const chosen = {
      services: [
        [first, 'nekopos'],
        [second, 'compact'],
      ] as const,
    }
    expect(await kinds({ ...form([first, second, third], 'b2'), ...chosen })).toEqual(['A', '8', '0'])
    expect(await kinds(form([first, second, third], 'b2'))).toEqual(['A', '8', '0'])
    expect(await kinds({ ...form([first], 'b2'), services: [[first, 'standard']] })).toEqual(['0'])
    const { parcels } = ctx.settings
    const settings = { ...ctx.settings, parcels: { ...parcels, yamatoKind: '7' as const } }
    await ctx.db.deleteFrom('orderExport').execute()
    const sent = { ...form([first, third], 'b2'), services: [[first, 'nekopos']] as const }
    await exportLabels({ ...ctx, settings }, packer, sent)
    const again = await exportAgain({ ...ctx, settings }, packer, sent.requestId)
    const [file] = again === undefined ? [] : filesOf({ ...ctx, settings }, again, '2026-04-01').files
    const rows = rowsOfCsv(iconv.decode(file ?? Buffer.alloc(0), 'cp932'))
    expect(rows.map((row) => row.送り状種類)).toEqual(['7', '7'])
  })

  test('N2, D51: a form that the release before answered is answered again', async () => {
    const { ctx, packer, form } = await shop()
    const sent = form([first])
    await exportLabels(ctx, packer, sent)
    const former = { id: sent.requestId, format: 'b2', date: '2026-04-01', count: 1, files: 1 }
    const answer = JSON.stringify({ ...former, gone: [second], unfit: [] })
    await ctx.db.updateTable('audit').set({ answer }).where('requestId', '=', sent.requestId).execute()
    expect(await exportLabels(ctx, packer, sent)).toEqual(ok({ ...former, left: [] }))
  })

  test('N114: 番号を入れる begins with the carrier of the file into which its orders went last', async () => {
    const { ctx, packer, form } = await shop()
    const carrier = async () => (await numbersPage(ctx, packer)).carrier
    expect(await carrier()).toBe('yamato')
    await exportLabels(ctx, packer, form([first, second], 'sagawa'))
    ctx.advance(1)
    await exportLabels(ctx, packer, form([first], 'clickpost'))
    expect(await carrier()).toBe('japanpost')
    ctx.advance(1)
    await exportLabels(ctx, packer, form([third], 'b2'))
    expect(await carrier()).toBe('yamato')
    await exportNotes(ctx, packer, { requestId: 'notes', numbers: [first] })
    const left = { cancelledAt: 1 }
    await ctx.db.updateTable('orders').set(left).where('id', 'in', [first, third]).execute()
    expect(await carrier(), 'of what is still to be shipped').toBe('sagawa')
  })

  test('N12, N94: a file asked for again is without orders that are no longer to be shipped', async () => {
    const { ctx, owner, packer, form, saved } = await shop()
    const sent = form([first, second, third])
    await exportLabels(ctx, packer, sent)
    await ctx.db.updateTable('orders').set({ reviewReason: 'amount' }).where('id', '=', second).execute()
    for (const actor of [packer, owner])
      expect((await saved(sent.requestId, actor))?.map((row) => row.お届け先氏名)).toEqual([first, third])
    await ctx.db.updateTable('orders').set({ reviewReason: 'amount' }).execute()
    expect(await saved(sent.requestId)).toBeUndefined()
  })

  test.each(['owner', 'packer'] as const)(
    'N90: a file that is asked for again names to %s what is not in it any more, and why',
    async (role) => {
      const { ctx, add, form, saved, ...people } = await shop()
      const fourth = 'DDDD-2222'
      await add(fourth)
      const sent = form([first, second, third, fourth])
      const again = async () => (await exportAgain(ctx, people[role], sent.requestId))?.left
      expect(await again(), 'before anything is exported').toBeUndefined()
      await exportLabels(ctx, people.packer, sent)
      expect(await again()).toEqual([])
      const set = (number: string, to: Partial<Insertable<OrdersTable>>) =>
        ctx.db.updateTable('orders').set(to).where('id', '=', number).execute()
      await set(first, { cancelledAt: ctx.now() })
      await exportLabels(ctx, people.packer, form([second]))
      await set(third, { shippingAddress: null })
      const left = [
        { number: first, why: 'cancelled' },
        { number: second, why: 'in-later-file' },
        { number: third, why: 'unfit' },
      ]
      expect(await again()).toEqual(left)
      expect((await saved(sent.requestId, people[role]))?.map((row) => row.お届け先氏名)).toEqual([fourth])
      await set(fourth, { practice: 1, shippedAt: ctx.now() })
      expect(await again()).toEqual([left[0], { number: fourth, why: 'not-found' }, ...left.slice(1)])
      await set(first, { cancelledAt: ctx.now() - dayMs })
      expect(await again()).toMatchObject([
        { number: first, why: role === 'owner' ? 'cancelled' : 'not-found' },
        {},
        {},
        {},
      ])
    },
  )

  test('N17, N94: by row, and by the file, labels of several shipping days stay a confirmed owner’s', async () => {
    const { ctx, owner, packer, form, saved } = await shop()
    const day = Math.floor((ctx.now() + 9 * 3_600_000) / dayMs) * dayMs - 9 * 3_600_000
    const ship = (number: string, shippedAt: number) =>
      ctx.db.updateTable('orders').set({ shippedAt }).where('id', '=', number).execute()
    await ship(first, day - dayMs + 1)
    await ship(second, day - 2 * dayMs + 1)
    const late = { ...owner, confirmedAt: ctx.now() - 600_001 }
    const [yesterday, both] = [
      { from: day - dayMs, until: day },
      { from: day - 2 * dayMs, until: day },
    ]
    const sent = (days: typeof both | null) => ({ ...form([first, second, third]), days })
    expect(await exportLabels(ctx, packer, sent(null))).toMatchObject({
      value: {
        count: 1,
        left: [
          { number: first, why: 'shipped' },
          { number: second, why: 'shipped' },
        ],
      },
    })
    expect(await exportLabels(ctx, packer, sent(yesterday))).toMatchObject({
      value: {
        count: 1,
        left: [
          { number: second, why: 'other-day' },
          { number: third, why: 'other-day' },
        ],
      },
    })
    expect(await exportLabels(ctx, late, sent(both))).toEqual(refused('confirm'))
    expect(await exportLabels(ctx, packer, sent(both)), 'confirmed, too').toEqual(refused('nothing-fits'))
    const old = { from: day - 9 * dayMs, until: day - 8 * dayMs }
    await ship(third, day - 9 * dayMs + 1)
    expect(await exportLabels(ctx, packer, { ...form([third]), days: old })).toEqual(refused('nothing-fits'))
    const made = sent(both)
    expect(await exportLabels(ctx, owner, made)).toMatchObject({
      value: { count: 2, left: [{ number: third, why: 'other-day' }] },
    })
    expect(await saved(made.requestId, owner)).toHaveLength(2)
    for (const who of [packer, late]) expect(await saved(made.requestId, who)).toBeUndefined()
    const one = { ...form([third]), days: old }
    await exportLabels(ctx, owner, one)
    expect(await saved(one.requestId, packer), 'past her days').toBeUndefined()
    expect(await saved(one.requestId, late)).toHaveLength(1)
    expect(await saved(one.requestId, late, 2)).toBeUndefined()
    await ctx.db.updateTable('orders').set({ cancelledAt: 1 }).execute()
    const gone = { ...form([first, second, third, 'ZZZZ-2222']), days: both }
    await ctx.db.updateTable('orders').set({ cancelledAt: null }).where('id', '=', first).execute()
    expect(await exportLabels(ctx, owner, gone)).toMatchObject({
      value: {
        count: 1,
        left: [
          { number: second, why: 'cancelled' },
          { number: third, why: 'cancelled' },
          { number: 'ZZZZ-2222', why: 'not-found' },
        ],
      },
    })
    expect(await saved(one.requestId, owner)).toBeUndefined()
    expect(await saved('', owner)).toBeUndefined()
  })

  test('N94, N95: what was printed says so with its time, and is not printed again unless it is chosen', async () => {
    const { ctx, packer } = await shop()
    const printed = async (asked: Partial<Parameters<typeof printPage>[1]> = {}) =>
      (await printPage(ctx, { page: null, ...asked })).notes.map(({ number }) => number)
    expect(await printed()).toEqual([first, second, third])
    const note = (numbers: readonly string[]) => exportNotes(ctx, packer, { requestId: ctx.newId(), numbers })
    expect(await note([first, second])).toEqual(ok({ refused: [] }))
    expect(await printed()).toEqual([third])
    expect(await printed({ which: 'all' })).toEqual([first, second, third])
    expect(await printed({ which: 'all', numbers: [second] })).toEqual([second])
    expect((await printPage(ctx, { page: null, which: 'all' })).toChoose).toMatchObject([
      { number: first, printedAt: ctx.now() },
      { number: second, printedAt: ctx.now() },
      { number: third, printedAt: null },
    ])
    await saveTicks(ctx, packer, { requestId: ctx.newId(), on: [`${first}:0:packed`], off: [] })
    expect(await printed({ which: 'ticked' })).toEqual([first])
    await note([third])
    expect(await printed()).toEqual([])
    expect(await note(['ZZZZ-2222'])).toEqual(refused('nothing-chosen'))
    expect(await note(Array.from({ length: 101 }, (_, at) => `A-${at}`))).toEqual(refused('too-many'))
    expect((await labelPage(ctx, { format: 'b2', date: '', days: null, asksAgain: false })).counts.new).toBe(
      3,
    )
  })

  test('N90, N119: what was marked in a list is printed, labelled and numbered alone, and what is not to be shipped is named', async () => {
    const { ctx, owner, packer, listed, form } = await shop()
    await exportNotes(ctx, packer, { requestId: 'before', numbers: [first] })
    await exportLabels(ctx, packer, form([first]))
    await ctx.db.updateTable('orders').set({ cancelledAt: 1 }).where('id', '=', third).execute()
    const marked = markedIn(new URLSearchParams(`order=${first}~3&order=${third}~1&order=zzzz%202222`))
    expect(marked).toEqual([first, third, 'ZZZZ-2222'])
    const { notes, which } = await printPage(ctx, { page: null, marked })
    expect([notes.map(({ number }) => number), which]).toEqual([[first], 'all'])
    expect((await printPage(ctx, { page: null, which: 'new', marked })).notes).toEqual([])
    expect(await listed(`orders=${markedParameter(marked)}`)).toEqual([first])
    const numbered = await numbersPage(ctx, owner, null, marked)
    expect(numbered.orders.map(({ number }) => number)).toEqual([first])
    const rows = [second].map((order) => ({ tracking: '1', postalCode: '', name: '', order }))
    const { matched, unmatched } = await matchedFile(
      ctx,
      { carrier: null, namesOrders: true, rows },
      null,
      marked,
    )
    expect([matched, unmatched.length]).toEqual([{}, 1])
    expect(await markedNotToShip(ctx, owner, marked)).toEqual([
      { number: third, why: 'cancelled' },
      { number: 'ZZZZ-2222', why: 'not-found' },
    ])
    expect(await markedNotToShip(ctx, owner, null)).toEqual([])
    for (const none of ['', 'order=', 'orders=', 'orders=,'])
      expect(markedIn(new URLSearchParams(none)), none).toBeNull()
    const many = Array.from({ length: 101 }, (_, at) => `A-${at}`)
    expect(markedIn(new URLSearchParams({ orders: many.join(',') }))).toHaveLength(100)
    expect(markedIn(new URLSearchParams(many.map((each) => ['order', `${each}~1`])))).toEqual([])
  })

  test.each(['owner', 'packer'] as const)(
    'N90: exportNotes tells %s of the orders that are no longer to be shipped',
    async (role) => {
      const { ctx, ...people } = await shop()
      await ctx.db.updateTable('orders').set({ cancelledAt: ctx.now() }).where('id', '=', first).execute()
      const form = { requestId: 'notes', numbers: [first, second, 'ZZZZ-2222'] }
      expect(await exportNotes(ctx, people[role], form)).toEqual(
        ok({
          refused: [
            { number: first, why: 'cancelled' },
            { number: 'ZZZZ-2222', why: 'not-found' },
          ],
        }),
      )
      const kept = await ctx.db.selectFrom('orderExport').select('orderId').execute()
      expect(kept).toEqual([{ orderId: second }])
    },
  )

  test('N97: a delivery note leaves prices out by order, for who sees the order', async () => {
    const { ctx, owner, packer } = await shop()
    const hides = async () =>
      (await printPage(ctx, { page: null })).notes.flatMap(({ number, hidesPrices }) =>
        hidesPrices ? number : [],
      )
    const set = (hides: boolean, number: string = second, actor = packer) =>
      setNotePrices(ctx, actor, { requestId: ctx.newId(), number, hides })
    expect(await hides()).toEqual([])
    expect(await set(true)).toEqual(ok(null))
    expect(await hides()).toEqual([second])
    expect(await deskOrder(ctx.db, packer, second, ctx.now(), toldActs)).toMatchObject({
      paper: { hidesPrices: true },
    })
    expect(await set(true)).toEqual(refused('unchanged'))
    expect(await auditOf(ctx.db, `order:${second}`)).toMatchObject([
      { act: 'order.note-prices', before: { prices: true }, after: { prices: false } },
    ])
    expect(await set(false)).toEqual(ok(null))
    expect(await hides()).toEqual([])
    await ctx.db
      .updateTable('orders')
      .set({ shippedAt: ctx.now() - 15 * dayMs })
      .execute()
    expect(await set(true)).toEqual(refused('not-found'))
    expect(await set(true, 'ZZZZ-2222', owner)).toEqual(refused('not-found'))
    expect(await set(true, second, owner)).toEqual(ok(null))
  })
})
