import { moneyAlarms, providerAlarms } from './features/alarms/payment-alarms.queries.server.ts'
import { diskAlarms, mailAlarms } from './features/alarms/queries.server.ts'
import { backupAlarms, backupCards } from './features/backups/queries.server.ts'
import { doorActTexts } from './features/desk/log.rules.ts'
import { mailCard } from './features/desk/mails.queries.server.ts'
import { moneyCards } from './features/desk/money-cards.queries.server.ts'
import { orderCards } from './features/desk/order-cards.queries.server.ts'
import { mailServerCard } from './features/desk/test-mail.queries.server.ts'
import { testMailActTexts } from './features/desk/test-mail.rules.ts'
import { holidayActTexts } from './features/holidays/rules.ts'
import { listActTexts } from './features/news-and-collaborations/desk.rules.ts'
import { orderActTexts } from './features/order-desk/history.rules.ts'
import { packingActTexts } from './features/parcels/texts.ts'
import { checkoutAlarms, failingPagesCard } from './features/payments/failing-pages.queries.server.ts'
import { missingPicturesCard, pictureAlarms } from './features/pictures/missing.queries.server.ts'
import { productActTexts } from './features/product-desk/texts.ts'
import { feedAlarms } from './features/product-feed/alarms.queries.server.ts'
import { feedCards } from './features/product-feed/desk-cards.queries.server.ts'
import { feedActTexts } from './features/product-feed/held-prices.texts.ts'
import { fileActTexts } from './features/product-files/texts.ts'
import { closingActTexts } from './features/products/closing.rules.ts'
import { settingsActTexts } from './features/shop-settings/texts.ts'
import { stockActTexts } from './features/stock/texts.ts'
import { stockCards } from './features/stock-desk/desk-cards.queries.server.ts'
import type { AlarmSource } from './server/alarms.ts'
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

/** The words of the desk's log, by the names given to `actOnce`. */
export const actTexts: Readonly<Record<string, string>> = {
  ...orderActTexts,
  ...packingActTexts,
  ...closingActTexts,
  ...holidayActTexts,
  ...feedActTexts,
  ...productActTexts,
  ...stockActTexts,
  ...fileActTexts,
  ...settingsActTexts,
  ...listActTexts,
  ...testMailActTexts,
  ...doorActTexts,
}
