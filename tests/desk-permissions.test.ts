import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acts } from '~/brought-by-features.server.ts'
import { deleteMemberAccount, endMemberDevices } from '~/features/accounts/members/commands.server.ts'
import {
  allowCommenting,
  allowPosting,
  liftSuspension,
  stopCommenting,
  stopPosting,
  suspendMember,
} from '~/features/accounts/standing/commands.server.ts'
import { askBackup } from '~/features/backups/commands.server.ts'
import {
  addPasskey,
  allowCounting,
  endAtDesk,
  endDevice,
  inviteToDesk,
  newBackupCodes,
  resetFactor,
  resetOwnFactor,
  takePasskeyAway,
  withdrawInvitation,
} from '~/features/desk/access/people.commands.server.ts'
import { sendTestMail } from '~/features/desk/test-mail.commands.server.ts'
import { nameView, removeView, renameView } from '~/features/desk/views/commands.server.ts'
import { correctAddress, setNotePrices, writeNote } from '~/features/orders/desk/commands.server.ts'
import { saveTemplates, writeMessage } from '~/features/orders/desk/messages.commands.server.ts'
import { exportOrders } from '~/features/orders/desk/order-file.commands.server.ts'
import { mailSeveral, noteSeveral, shipSeveral } from '~/features/orders/desk/several.commands.server.ts'
import { exchangeLine, undoExchange } from '~/features/orders/exchange/commands.server.ts'
import { cutFromOther } from '~/features/orders/parcel/bolts.commands.server.ts'
import {
  saveLabelTexts,
  saveNumbers,
  saveTicks,
  shipPacked,
  undoShipping,
} from '~/features/orders/parcel/commands.server.ts'
import { saveParcel, unshipOrder } from '~/features/orders/parcel/correcting.commands.server.ts'
import { exportLabels, exportNotes } from '~/features/orders/parcel/exports.commands.server.ts'
import { foundFabric } from '~/features/orders/parcel/found-fabric.commands.server.ts'
import { shipOrder } from '~/features/orders/parcel/shipping.commands.server.ts'
import type { PaymentContext } from '~/features/orders/payment/commands.server.ts'
import { endPaymentPage } from '~/features/orders/payment/page.commands.server.ts'
import { issueReceiptAtDesk, printReceiptAtDesk } from '~/features/orders/receipt/desk.commands.server.ts'
import { cancelOrder } from '~/features/orders/refund/cancelling.commands.server.ts'
import { forgoRefund } from '~/features/orders/refund/forgoing.commands.server.ts'
import { requestRefund } from '~/features/orders/refund/requesting.commands.server.ts'
import {
  announceReturn,
  receiveReturn,
  unreceiveReturn,
  withdrawReturn,
} from '~/features/orders/refund/returns.commands.server.ts'
import { settleOrder } from '~/features/orders/refund/settling.commands.server.ts'
import { giveBackUnmatched, recordTransfer } from '~/features/orders/refund/transferring.commands.server.ts'
import { setSalesBasis } from '~/features/orders/sales/commands.server.ts'
import { exportSales } from '~/features/orders/sales/files/commands.server.ts'
import { closeItem, closeShop, openItem, openShop } from '~/features/products/closing.commands.server.ts'
import { saveProduct } from '~/features/products/desk/commands.server.ts'
import { moveFabrics } from '~/features/products/desk/fabric-order.commands.server.ts'
import { moveKit } from '~/features/products/desk/kit-order.commands.server.ts'
import { setPriceInList } from '~/features/products/desk/price.commands.server.ts'
import {
  closeMarked,
  openMarked,
  sellOutMarked,
  undoSoldOutMarked,
} from '~/features/products/desk/several.commands.server.ts'
import { giveToFeed, holdAtDesk, saveAddition } from '~/features/products/desk/source.commands.server.ts'
import { noFacts } from '~/features/products/fabric-facts.rules.ts'
import { importSoon } from '~/features/products/feed/feed.commands.server.ts'
import {
  acceptPrice,
  acceptPrices,
  keepPrice,
  keepPrices,
} from '~/features/products/feed/price-acceptance.commands.server.ts'
import { applyFile } from '~/features/products/file/apply.commands.server.ts'
import { previewListed } from '~/features/products/file/listed-changes.commands.server.ts'
import { compareAgain, previewFile } from '~/features/products/file/preview.commands.server.ts'
import { undoFile } from '~/features/products/file/undo.commands.server.ts'
import { changeHomeShelf } from '~/features/recipes/home-shelf.commands.server.ts'
import {
  hideReported,
  keepReported,
  stopBothReported,
  stopPostingReported,
  suspendReported,
  undoOutcome,
} from '~/features/reports/outcomes.commands.server.ts'
import { cancelHoliday, planHoliday } from '~/features/shop/holidays/commands.server.ts'
import {
  moveCollaboration,
  removeEntry,
  saveEntry,
  undoEntry,
} from '~/features/shop/news-and-collaborations/desk.commands.server.ts'
import { saveSettings } from '~/features/shop/settings/commands.server.ts'
import { receivePieces, recountPieces } from '~/features/stock/counting.commands.server.ts'
import { sellOut, setLowAt, stopCounting, undoSoldOut } from '~/features/stock/ending.commands.server.ts'
import { takeWaitingCell } from '~/features/stock/feed-cells.commands.server.ts'
import { saveStockFields } from '~/features/stock/list-fields.commands.server.ts'
import { receiveAll, undoReceiving } from '~/features/stock/receiving.commands.server.ts'
import { setReorder } from '~/features/stock/reordering.commands.server.ts'
import { type DeskActor, memberId } from '~/kernel/actor.ts'
import { yen } from '~/kernel/money.ts'
import { type AppDatabase, openDatabase } from '~/server/database/open-database.ts'
import { type AnyAct, asksAgain, type Who as May, mayDo, type Sent } from '~/server/desk-act.ts'
import { adoptOrder } from '../app/features/orders/adoption/commands.server.ts'
import {
  correctEmail,
  putMailAside,
  sendMailAgain,
} from '../app/features/orders/desk/mails.commands.server.ts'
import { withPlainPasswords } from './support/account-for-tests.ts'
import { readSources } from './support/architecture/source-file.ts'
import { checkoutContextForTests } from './support/checkout-context-for-tests.ts'
import { sqlitePlaces } from './support/database-places.ts'
import { deskPersonForTests, invitedForTests } from './support/desk-person-for-tests.ts'
import { orderRowForTests } from './support/order-row.ts'
import { refundFormForTests } from './support/refund-form.ts'
import { exportedCommands } from './support/request-commands.ts'

// Who is not at the desk cannot be handed to these commands, by their types; its addresses are not there for them
// (tests/e2e/desk-door.spec.ts).

const people = ['owner', 'owner of before', 'packer', 'machine', 'packer who counts'] as const
type Who = (typeof people)[number]
/** Allowed, asks to confirm, or answers as if it did not exist. */
type Answer = 'does' | 'asks' | 'hides'
const ownersOnly: readonly Answer[] = ['does', 'does', 'hides', 'does', 'hides']

const number = 'K7P4-9WXD'
const requestId = 'a form of this test'
const parcels = [{ carrier: 'yamato', tracking: '' }]
const moneyForm = { number, version: null, mailsBuyer: false }
const address = {
  recipient: '別',
  postalCode: '100-0001',
  prefecture: '東京都',
  city: '区',
  line1: '1',
  line2: '',
}
const orders = [{ number, version: 0 }]
const products = [{ number: 'F-1', version: 1 }]
const marked = [{ key: number, version: 0 }]
const productToSave = {
  number: 'F-new',
  type: 'fabric',
  name: '布',
  reading: '',
  told: { ...noFacts, text: '' },
  price: yen(100),
  pictures: [],
  status: '下書き',
  place: 'first',
  kit: null,
} as const
const feesToSave = { below1: '1', fee1: '1', cartFreeKits: '0' }
const entryForm = { list: 'news', id: 'x', version: null } as const
const fabricForm = { number: 'F-fed', version: 1 }
const stockForm = { number: 'F-fed', version: null }
const pieces = [{ units: 7, lengthCm: null, widthCm: null }]

type Run = (ctx: PaymentContext, actor: DeskActor) => Promise<unknown>

/** An act with a form for it; who may do it is in the act. */
const tried = <Form>(
  act: AnyAct & {
    (ctx: PaymentContext, actor: DeskActor, form: Sent<Form>): Promise<unknown>
    readonly act: { readonly confirms?: boolean | ((form: Form) => boolean) }
  },
  sent: Form,
  of = '',
) => ({
  name: `${act.act.name}${of}`,
  act,
  sent,
  run: (ctx: PaymentContext, actor: DeskActor) => act(ctx, actor, { ...sent, requestId }),
  expected: (actor: DeskActor): Answer => {
    if (!mayDo(act.act.who, actor)) return 'hides'
    return asksAgain(act.act, sent, actor, now) ? 'asks' : 'does'
  },
})

const orderForm = { number, version: null }
const reportForm = { id: 'case-of-hanako', version: 1, reason: 'x', alsoHides: true }
const triedActs = [
  ...[keepReported, hideReported, stopPostingReported, stopBothReported, suspendReported].map((act) =>
    tried(act, reportForm),
  ),
  tried(undoOutcome, { id: 'case-of-hanako', version: 1 }),
  tried(writeNote, { number, text: 'x' }),
  tried(writeMessage, { number, text: 'x' }),
  tried(setSalesBasis, { basis: 'paid', shown: '2026-05 shipped' }),
  tried(saveTemplates, { texts: [], version: '' }),
  tried(correctAddress, { ...orderForm, address, phone: '0312345678', mails: false }),
  tried(correctEmail, { ...orderForm, email: 'a@mail.example' }),
  tried(sendMailAgain, { number, kind: 'order_confirmation' }),
  tried(putMailAside, { number, mail: 'm1' }),
  tried(requestRefund, refundFormForTests(number)),
  tried(exchangeLine, { ...moneyForm, position: 0, units: 1, to: 'F-2', difference: 300 }),
  tried(issueReceiptAtDesk, { ...orderForm, refundId: '', nameLine: '' }),
  tried(printReceiptAtDesk, { number, document: { number: 9, revision: 1 } }),
  tried(undoExchange, { ...moneyForm, exchange: 'x' }),
  tried(cancelOrder, { ...moneyForm, reason: '' }),
  tried(settleOrder, { ...moneyForm, how: 'given-back', note: '' }),
  tried(settleOrder, { ...moneyForm, how: 'checked', note: 'x' }, ' without a refund'),
  tried(recordTransfer, { ...moneyForm, refundId: 'r', sentAt: 0, note: '' }),
  tried(forgoRefund, { ...moneyForm, refundId: 'r', because: 'x' }),
  tried(giveBackUnmatched, { paymentIntent: 'pi_unmatched', note: '' }),
  tried(adoptOrder, { sessionId: 'cs_test_1', mailsBuyer: false }),
  tried(announceReturn, { ...moneyForm, units: [1] }),
  tried(receiveReturn, { ...moneyForm, returnId: 'r' }),
  tried(unreceiveReturn, { ...moneyForm, returnId: 'r' }),
  tried(withdrawReturn, { ...moneyForm, returnId: 'r' }),
  tried(receivePieces, { ...stockForm, pieces }),
  tried(receiveAll, { products: [{ number: 'F-fed', pieces }] }),
  tried(undoReceiving, { id: 'receiving' }),
  tried(askBackup, {}),
  tried(changeHomeShelf, { id: 'x', way: 'add', version: '' }),
  tried(recountPieces, { ...stockForm, pieces }),
  tried(sellOut, stockForm),
  tried(undoSoldOut, stockForm),
  tried(stopCounting, stockForm),
  tried(takeWaitingCell, stockForm),
  tried(setLowAt, { ...stockForm, lowAt: null }),
  tried(setReorder, { ...stockForm, units: 40 }),
  tried(endPaymentPage, { number }),
  tried(saveEntry, { ...entryForm, entry: {} }),
  tried(removeEntry, entryForm),
  tried(undoEntry, entryForm),
  tried(moveCollaboration, { id: 'x', to: 'up', version: '' }),
  tried(inviteToDesk, { email: 'nobody@mail.example', role: 'packer' }),
  tried(withdrawInvitation, { member: memberId('hanako') }),
  tried(newBackupCodes, {}),
  tried(addPasskey, { json: '', userAgent: '' }),
  tried(takePasskeyAway, { passkey: '' }),
  tried(resetOwnFactor, {}),
  tried(endDevice, { device: '' }),
  tried(resetFactor, { email: 'hanako@mail.example' }),
  tried(endAtDesk, { member: memberId('hanako') }),
  tried(allowCounting, { member: memberId('hanako'), may: true }),
  tried(endMemberDevices, { member: memberId('hanako'), device: '' }),
  tried(deleteMemberAccount, { member: memberId('hanako') }),
  tried(nameView, {
    ...{ list: '/admin/orders', name: '東京', search: 'noted=1' },
    ...{ replaces: false, from: 'page' },
  }),
  tried(renameView, { id: 'view', name: '東京' }),
  tried(removeView, { id: 'view' }),
  ...[stopPosting, allowPosting, stopCommenting, allowCommenting, suspendMember, liftSuspension].map((act) =>
    tried(act, { member: memberId('hanako'), version: 0, reason: '理由' }),
  ),
  tried(sendTestMail, { to: 'owner@mail.example' }),
  tried(saveSettings, { part: 'fees', typed: feesToSave, version: '', seen: '' }),
  tried(saveSettings, { part: 'terms', typed: {}, version: '', seen: '' }, ' without money'),
  tried(saveSettings, { part: 'fees', typed: null, version: '', seen: '' }, ' back to the file'),
  tried(closeShop, { version: null, message: '' }),
  tried(openShop, { version: null }),
  tried(planHoliday, { version: null, from: '2026-12-28', to: '2026-12-28', message: '' }),
  tried(cancelHoliday, { version: null }),
  tried(closeItem, { number: 'F-1' }),
  tried(openItem, { number: 'F-1' }),
  tried(importSoon, {}),
  tried(saveProduct, { version: null, product: productToSave }),
  tried(setPriceInList, { ...fabricForm, price: yen(100) }),
  tried(moveFabrics, { products: [{ number: 'F-1', version: 1 }], place: 'first', behind: '' }),
  tried(holdAtDesk, fabricForm),
  tried(giveToFeed, fabricForm),
  tried(moveKit, { number: 'K-1', way: 'up', version: '' }),
  tried(saveAddition, { ...fabricForm, place: 'first', pictures: [] }),
  tried(applyFile, { id: 'file' }),
  tried(undoFile, { id: 'file taken' }),
  tried(acceptPrice, { number: 'F-1', price: null }),
  tried(keepPrice, { number: 'F-1', price: null }),
  tried(shipOrder, { ...orderForm, parcels }),
  tried(unshipOrder, { ...orderForm, note: 'x', mail: false }),
  tried(saveParcel, { ...orderForm, parcels, shippedOn: '', mail: false }),
  tried(saveTicks, { on: [], off: [] }),
  tried(saveLabelTexts, { texts: [] }),
  tried(exportLabels, { format: 'b2', date: '2026-11-27', numbers: [], services: [], days: null }),
  tried(exportNotes, { numbers: [] }),
  tried(setNotePrices, { number, hides: true }),
  tried(exportOrders, {
    ...{ marked: [number], rows: 'orders', encoding: 'utf-8' },
    filter: { state: 'all', q: '', from: '', to: '', buyer: '', demo: false },
  }),
  tried(exportSales, { month: '2026-10' }),
  tried(cutFromOther, { number, position: 0, from: 'B1', to: 'B2' }),
  tried(foundFabric, { number, position: 0 }),
]

test('every act of the desk is tried', () => {
  expect([...new Set(triedActs.map(({ act }) => act.act.name))].sort()).toEqual(
    acts.map(({ act }) => act.name).sort(),
  )
})

const holdsList = (value: unknown): boolean =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.values(value).some(holdsList))

/** Their lists are of one thing: the lines and parcels of an order, the pieces of a product, the rows of a receiving. */
const listsOfOneThing = [
  'feed.add',
  'message-templates.save',
  'order.parcel',
  'order.refund',
  'order.return',
  'order.ship',
  'product.save',
  'receiving.save',
  'stock.receive',
  'stock.recount',
]

test('N90: each act that takes several things has a test of what it leaves out, named by it', () => {
  const files = readSources(fileURLToPath(new URL('..', import.meta.url)))
  const lists = triedActs.filter(({ sent }) => holdsList(sent)).map(({ act }) => act.act.name)
  expect(lists.filter((name) => listsOfOneThing.includes(name)).sort()).toEqual(listsOfOneThing)
  const nameOf = (act: string) =>
    files.flatMap(({ text }) => {
      const at = text.indexOf(`\n  name: '${act}',`)
      return at < 0 ? [] : (/export const (\w+) = define\w+\(\{$/.exec(text.slice(0, at))?.[1] ?? [])
    })
  const taking = [
    ...lists.filter((name) => !listsOfOneThing.includes(name)).flatMap(nameOf),
    ...Object.keys(several),
  ]
  expect(taking).toContain('saveTicks')
  const tests = files.flatMap(({ path, text }) =>
    path.endsWith('.test.ts') ? [...text.matchAll(/'N90: (\w+) /g)].flatMap(([, name]) => name ?? []) : [],
  )
  expect(taking.filter((name) => !tests.includes(name))).toEqual([])
})

test('8.2.1: what a packer may do, and what one who counts may do besides; all else is the owner’s (K21)', () => {
  const those = (may: May) => acts.flatMap(({ act: { name, who } }) => (who === may ? name : [])).sort()
  expect(those('anybody')).toEqual([
    'label.export',
    'label.texts',
    'note.print',
    'order.note',
    'order.note-prices',
    'order.parcel',
    'order.ship',
    'order.unship',
    'packing.found-fabric',
    'packing.other-bolt',
    'packing.tick',
    'view.name',
    'view.remove',
    'view.rename',
  ])
  expect(those('counter')).toEqual([
    'receiving.save',
    'receiving.undo',
    'stock.receive',
    'stock.recount',
    'stock.sold-out',
    'stock.undo-sold-out',
  ])
})

test('8.2.1: a packer reads in an order’s history that these happened, and of none what was changed (N12)', () => {
  const seen = acts.flatMap(({ act: { name, packersSee } }) => (packersSee === true ? name : []))
  expect(seen.sort()).toEqual([
    'order.address',
    'order.exchange',
    'order.exchange-undo',
    'order.note',
    'order.parcel',
    'order.ship',
    'order.unship',
  ])
})

test('8.3.1: what asks the owner again who she is (N3)', () => {
  expect(acts.flatMap(({ act: { name, confirms } }) => (confirms ? name : [])).sort()).toEqual([
    'desk.backup-codes',
    'desk.count',
    'desk.end',
    'desk.invite',
    'desk.passkey-add',
    'desk.passkey-remove',
    'desk.reset-factor',
    'desk.reset-own-factor',
    'desk.withdraw',
    'label.export',
    'member.delete',
    'order.cancel',
    'order.exchange',
    'order.export',
    'order.receipt',
    'order.refund',
    'order.refund-forgone',
    'order.settle',
    'order.transfer',
    'payment.refund',
    'sales.export',
    'shop.settings',
  ])
})

/** One press for several orders, each by its own act; its name is that of its value. */
const several: Readonly<Record<string, Run>> = {
  shipPacked: (ctx, actor) => shipPacked(ctx, actor, { requestId, orders, on: [], off: [], carrier: '' }),
  saveNumbers: (ctx, actor) =>
    saveNumbers(ctx, actor, {
      requestId,
      orders: [{ number, version: 0, parcels: [{ carrier: 'other', tracking: '1' }], ships: false }],
      isAsked: false,
    }),
  undoShipping: (ctx, actor) => undoShipping(ctx, actor, { requestId, orders }),
  sellOutMarked: (ctx, actor) => sellOutMarked(ctx, actor, { requestId, products }),
  undoSoldOutMarked: (ctx, actor) => undoSoldOutMarked(ctx, actor, { requestId, products }),
  closeMarked: (ctx, actor) => closeMarked(ctx, actor, { requestId, products }),
  openMarked: (ctx, actor) => openMarked(ctx, actor, { requestId, products }),
  saveStockFields: (ctx, actor) =>
    saveStockFields(ctx, actor, { requestId, rows: [{ number: 'F-1', version: 1, lowAt: 3 }] }),
  acceptPrices: (ctx, actor) => acceptPrices(ctx, actor, { requestId, prices: [] }),
  keepPrices: (ctx, actor) => keepPrices(ctx, actor, { requestId, prices: [] }),
  shipSeveral: (ctx, actor) => shipSeveral(ctx, actor, { requestId, orders: marked, carrier: '' }),
  noteSeveral: (ctx, actor) => noteSeveral(ctx, actor, { requestId, orders: marked, text: 'a' }),
  mailSeveral: (ctx, actor) =>
    mailSeveral(ctx, actor, { requestId, orders: marked, kind: 'order_confirmation' }),
}

test('N85: every press for several things is tried', () => {
  const found = readSources(fileURLToPath(new URL('..', import.meta.url))).flatMap(({ path, text }) =>
    path.endsWith('.commands.server.ts') || path.endsWith('/commands.server.ts')
      ? [...text.matchAll(/^export const (\w+) = defineSeveral\(/gm)].flatMap(([, name]) => name ?? [])
      : [],
  )
  expect(found.sort()).toEqual(Object.keys(several).sort())
})

/** A packer presses none of them; what is sold out she presses where she counts (K21). */
const notForPackers = [
  ...['sellOutMarked', 'undoSoldOutMarked', 'closeMarked', 'openMarked'],
  ...['saveStockFields', 'mailSeveral', 'acceptPrices', 'keepPrices'],
]

describe.each(Object.entries(several))('8.2.1, 8.3.1: %s', (name, run) => {
  test.each(['owner', 'packer'] as const)('for %s', async (who) => {
    const isHidden = who === 'packer' && notForPackers.includes(name)
    expect(answerIn(await run(await shopWith(null), actorOf(who)))).toBe(isHidden ? 'hides' : 'does')
  })
})

const commands: Readonly<Record<string, readonly [answers: readonly Answer[], run: Run]>> = {
  previewFile: [
    ownersOnly,
    (ctx, actor) =>
      previewFile(ctx, actor, { bytes: Buffer.from('管理番号,名前\nF-1,布'), name: '', replaces: false }),
  ],
  previewListed: [
    ownersOnly,
    (ctx, actor) => previewListed(ctx, actor, { products, price: null, prices: new Map(), status: '下書き' }),
  ],
  compareAgain: [ownersOnly, (ctx, actor) => compareAgain(ctx, actor, { id: 'file' })],
}

/** Steps of the commands above, and what they ask themselves. */
const steps = [
  'keepPreview',
  'mayCompare',
  'lockedOrderOf',
  'sendRefunds',
  'writeRefund',
  'writeAll',
  'endOrder',
  'countNew',
]

test('ASVS 8.2.1: every command of who is at the desk is in this table or in that of members', () => {
  const exported = exportedCommands(readSources(fileURLToPath(new URL('..', import.meta.url))))
    .filter(({ path, takes }) => takes.includes('DeskActor') && !path.startsWith('app/features/desk/access/'))
    .map(({ name }) => name)
  const inTable = Object.keys(commands).map((name) => name.split(' ')[0])
  expect([...new Set(exported)].sort()).toEqual([...new Set([...inTable, ...steps])].sort())
})

const places = sqlitePlaces()
let database: AppDatabase
beforeAll(async () => {
  database = await openDatabase(await places.migrated())
  await invitedForTests(withPlainPasswords(checkoutContextForTests(database.db, 1, () => now)))
})
afterAll(async () => {
  await database.close()
  await places.clear()
})

const now = Date.UTC(2026, 3, 1, 4)
const dayMs = 86_400_000

const shopWith = async (shippedAt: number | null): Promise<PaymentContext> => {
  const ctx = checkoutContextForTests(database.db, 1, () => now)
  for (const table of [
    'receipt',
    'orderEvent',
    'orderNote',
    'payment',
    'orders',
    'mail',
    'audit',
    'productFile',
    'receivedPiece',
    'receiving',
    'reportCase',
  ] as const)
    await ctx.db.deleteFrom(table).execute()
  await ctx.db
    .insertInto('reportCase')
    .values({
      ...{ id: reportForm.id, kind: 'comment', thingId: 'comment', authorId: null, seen: '' },
      ...{ waitingSince: now, waiting: 1, version: 1, touchedAt: now },
    })
    .execute()
  await ctx.db
    .insertInto('orders')
    .values(orderRowForTests('o1', { orderNumber: number, paidAt: now - 30 * dayMs, shippedAt }))
    .execute()
  const receipt = {
    number: 9,
    revision: 1,
    orderId: 'o1',
    kind: 'receipt',
    refundId: '',
    nameLine: '布',
  } as const
  await ctx.db
    .insertInto('receipt')
    .values({ ...receipt, issuedAt: now, issuedBy: '', html: '', sha256: '', printedAt: null })
    .execute()
  const file = {
    name: '',
    sentBy: '',
    sentAt: now,
    sameCount: 0,
    leftCount: 0,
    undoneAt: null,
    content: null,
  }
  await ctx.db
    .insertInto('receiving')
    .values({ id: 'receiving', receivedAt: now, receivedBy: '', undoneAt: null })
    .execute()
  await ctx.db
    .insertInto('productFile')
    .values([
      { ...file, id: 'file', state: 'looked at', appliedAt: null },
      { ...file, id: 'file taken', state: 'taken', appliedAt: now },
    ])
    .execute()
  await ctx.db
    .insertInto('payment')
    .values({
      paymentIntent: 'pi_unmatched',
      orderId: null,
      sessionId: 'cs_test_1',
      amount: 3000,
      currency: 'jpy',
      livemode: 0,
      receivedAt: now,
      fee: null,
      net: null,
      role: 'unmatched',
    })
    .execute()
  return ctx
}

const actorOf = (who: Who): DeskActor => {
  if (who === 'machine') return { kind: 'owner' }
  const confirmedAt = who === 'owner of before' ? now - 11 * 60_000 : now
  const role = who.startsWith('packer') ? 'packer' : 'owner'
  return deskPersonForTests({ now: () => now }, { role, confirmedAt, mayCount: who === 'packer who counts' })
}

/** Not shown to anybody who may not do it. */
const hidden = /"not-found"|"unknown"|"status":404/
const answerIn = (answer: unknown): Answer => {
  const text = JSON.stringify(answer)
  if (text.includes('"confirm"')) return 'asks'
  return hidden.test(text) ? 'hides' : 'does'
}

describe.each(Object.entries(commands))('8.2.1, 8.3.1: %s', (_, [answers, run]) => {
  test.each(people.map((who, at) => [who, answers[at]] as const))('for %s: %s', async (who, expected) => {
    expect(answerIn(await run(await shopWith(null), actorOf(who)))).toBe(expected)
  })
})

describe.each(triedActs)('8.2.1, 8.3.1: $name', ({ run, expected }) => {
  test.each(people)('for %s', async (who) => {
    const actor = actorOf(who)
    expect(answerIn(await run(await shopWith(null), actor))).toBe(expected(actor))
  })
})

test.each(['order.ship', 'order.unship', 'order.parcel', 'saveNumbers', 'undoShipping', 'order.note'])(
  'N12: %s finds nothing for one who packs two weeks after shipping',
  async (name) => {
    const run = triedActs.find((tried) => tried.name === name)?.run ?? several[name]
    const ctx = await shopWith(now - 14 * dayMs - 1)
    expect(answerIn(await run?.(ctx, actorOf('packer')))).toBe('hides')
    expect(await ctx.db.selectFrom('audit').select('act').execute()).toEqual([])
    expect(answerIn(await run?.(ctx, actorOf('owner')))).toBe('does')
  },
)
