import { backupAlarms, backupCards } from './features/backups/queries.server.ts'
import { moneyAlarms, providerAlarms } from './features/desk/alarms/payment-alarms.queries.server.ts'
import { diskAlarms, mailAlarms } from './features/desk/alarms/queries.server.ts'
import { formerFacts } from './features/desk/former-acts.rules.ts'
import { doorActTexts } from './features/desk/log.rules.ts'
import { mailCard } from './features/desk/mails.queries.server.ts'
import { moneyCards } from './features/desk/money-cards.queries.server.ts'
import { orderCards } from './features/desk/order-cards.queries.server.ts'
import { mailServerCard } from './features/desk/test-mail.queries.server.ts'
import { testMailActTexts } from './features/desk/test-mail.rules.ts'
import { orderActTexts } from './features/orders/desk/history.rules.ts'
import {
  correctAddress,
  correctEmail,
  sendMailAgain,
  writeNote,
} from './features/orders/desk.commands.server.ts'
import { packingActTexts } from './features/orders/parcel/texts.ts'
import { adoptOrder } from './features/orders/payment/adoption.commands.server.ts'
import { checkoutAlarms, failingPagesCard } from './features/orders/payment/failing-pages.queries.server.ts'
import { endPaymentPage } from './features/orders/payment/one-page.commands.server.ts'
import { cancelOrder } from './features/orders/refund/cancelling.commands.server.ts'
import { requestRefund } from './features/orders/refund/requesting.commands.server.ts'
import {
  announceReturn,
  receiveReturn,
  unreceiveReturn,
  withdrawReturn,
} from './features/orders/refund/returns.commands.server.ts'
import { settleOrder } from './features/orders/refund/settling.commands.server.ts'
import { giveBackUnmatched, recordTransfer } from './features/orders/refund/transferring.commands.server.ts'
import { missingPicturesCard, pictureAlarms } from './features/pictures/missing.queries.server.ts'
import { closingActTexts } from './features/products/closing.rules.ts'
import { productActTexts } from './features/products/desk/texts.ts'
import { feedAlarms } from './features/products/feed/alarms.queries.server.ts'
import { feedCards } from './features/products/feed/desk-cards.queries.server.ts'
import { feedActTexts } from './features/products/feed/held-prices.texts.ts'
import { fileActTexts } from './features/products/file/texts.ts'
import { holidayActTexts } from './features/shop/holidays/rules.ts'
import { listActTexts } from './features/shop/news-and-collaborations/desk.rules.ts'
import { settingLabels } from './features/shop/settings/parts.rules.ts'
import { settingsActTexts } from './features/shop/settings/texts.ts'
import { receivePieces, recountPieces } from './features/stock/counting.commands.server.ts'
import { stockCards } from './features/stock/desk/desk-cards.queries.server.ts'
import { sellOut, setLowAt, stopCounting, undoSoldOut } from './features/stock/ending.commands.server.ts'
import { takeWaitingCell } from './features/stock/feed-cells.commands.server.ts'
import type { ToldAct, ToldActs } from './kernel/facts.ts'
import type { AlarmSource } from './server/alarms.ts'
import type { AnyAct } from './server/desk-act.ts'
import type { DeskCardSource } from './server/desk-cards.ts'

/** The cards of きょう, the first page of the desk. */
export const deskCardSources: readonly DeskCardSource[] = [
  failingPagesCard,
  ...orderCards,
  ...moneyCards,
  mailServerCard,
  mailCard,
  ...feedCards,
  ...stockCards,
  missingPicturesCard,
  ...backupCards,
]

export const alarmSources: readonly AlarmSource[] = [
  mailAlarms,
  moneyAlarms,
  providerAlarms,
  checkoutAlarms,
  feedAlarms,
  diskAlarms,
  pictureAlarms,
  backupAlarms,
]

/** Everything that is done at the desk. */
export const acts: readonly AnyAct[] = [
  correctAddress,
  correctEmail,
  sendMailAgain,
  writeNote,
  requestRefund,
  cancelOrder,
  settleOrder,
  announceReturn,
  receiveReturn,
  unreceiveReturn,
  withdrawReturn,
  recordTransfer,
  giveBackUnmatched,
  adoptOrder,
  endPaymentPage,
  receivePieces,
  recountPieces,
  sellOut,
  undoSoldOut,
  stopCounting,
  setLowAt,
  takeWaitingCell,
]

/** Of acts that are no values yet. */
const otherActTexts: Readonly<Record<string, string>> = {
  ...orderActTexts,
  ...packingActTexts,
  ...closingActTexts,
  ...holidayActTexts,
  ...feedActTexts,
  ...productActTexts,
  ...fileActTexts,
  ...settingsActTexts,
  ...listActTexts,
  ...testMailActTexts,
  ...doorActTexts,
}
const otherActsForPackers: readonly string[] = ['order.ship', 'order.unship', 'order.parcel']

/** For the log and the history of an order, by the names in their rows. */
export const toldActs: ToldActs = new Map<string, ToldAct>([
  ...acts.map(
    ({ act: { name, words, facts, packersSee = false } }) => [name, { words, facts, packersSee }] as const,
  ),
  ...Object.entries(otherActTexts).map(
    ([name, words]) => [name, { words, facts: {}, packersSee: otherActsForPackers.includes(name) }] as const,
  ),
  ['', { words: '', facts: { ...formerFacts, ...settingLabels }, packersSee: false }],
])

/** The words of the desk's log. */
export const actWords: Readonly<Record<string, string>> = Object.fromEntries(
  [...toldActs].flatMap(([name, { words }]) => (name === '' ? [] : [[name, words]])),
)
