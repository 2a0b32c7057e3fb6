import { demoOrders } from '#demo/orders.ts'
import type { Feature } from '~/feature-parts.server.ts'
import { href } from '~/href.ts'
import { adoptOrder } from './adoption/commands.server.ts'
import { adoptionCommand } from './adoption/owner.commands.server.ts'
import { shopCommand } from './checkout/owner.commands.server.ts'
import { moneyAlarms, moneyCards, orderCards } from './desk/cards.queries.server.ts'
import { correctAddress, setNotePrices, writeNote } from './desk/commands.server.ts'
import { removeDemoOrders, seedDemoOrders } from './desk/demo.commands.server.ts'
import { correctEmail, putMailAside, sendMailAgain } from './desk/mails.commands.server.ts'
import { saveTemplates, writeMessage } from './desk/messages.commands.server.ts'
import { exportOrders } from './desk/order-file.commands.server.ts'
import { ordersCommand } from './desk/owner.commands.server.ts'
import { stateFilter } from './desk/rules.ts'
import { ordersList } from './desk/ui/orders-list.tsx'
import { exchangeLine, undoExchange } from './exchange/commands.server.ts'
import { keepFormerIssuer } from './filling.commands.server.ts'
import { fillOrdersJob, forgetUnpaidOrdersJob } from './jobs.server.ts'
import { cutFromOther } from './parcel/bolts.commands.server.ts'
import { saveLabelTexts, saveTicks } from './parcel/commands.server.ts'
import { saveParcel, unshipOrder } from './parcel/correcting.commands.server.ts'
import { exportLabels, exportNotes } from './parcel/exports.commands.server.ts'
import { foundFabric } from './parcel/found-fabric.commands.server.ts'
import { watchDeskJob } from './parcel/jobs.server.ts'
import { shipOrder } from './parcel/shipping.commands.server.ts'
import { checkoutAlarms, failingPagesCard } from './payment/failing-pages.queries.server.ts'
import { paymentJobs } from './payment/jobs.server.ts'
import { endPaymentPage } from './payment/page.commands.server.ts'
import { uploadsOfOrders } from './queries.server.ts'
import { issueReceiptAtDesk, printReceiptAtDesk } from './receipt/desk.commands.server.ts'
import { cancelOrder } from './refund/cancelling.commands.server.ts'
import { forgoRefund } from './refund/forgoing.commands.server.ts'
import { refundJobs } from './refund/jobs.server.ts'
import { refundCommand } from './refund/owner.commands.server.ts'
import { requestRefund } from './refund/requesting.commands.server.ts'
import {
  announceReturn,
  receiveReturn,
  unreceiveReturn,
  withdrawReturn,
} from './refund/returns.commands.server.ts'
import { settleOrder } from './refund/settling.commands.server.ts'
import { giveBackUnmatched, recordTransfer } from './refund/transferring.commands.server.ts'
import { bookSalesJob } from './sales/booking.commands.server.ts'
import { setSalesBasis } from './sales/commands.server.ts'
import { exportSales } from './sales/files/commands.server.ts'
import { readOrdersJob } from './search.commands.server.ts'
import { providerAlarms } from './webhook/alarms.queries.server.ts'

export const orders: Feature = {
  name: 'orders',
  tables: {
    '.': [
      'orders',
      'orderLine',
      'orderExchange',
      'orderEvent',
      'orderReturn',
      'orderNote',
      'orderMessage',
      'furtherParcel',
      'orderSearch',
      'salesDue',
      'packingTick',
    ],
    payment: ['webhookEvent', 'payment'],
    refund: ['refund', 'refundLine', 'dispute'],
    receipt: ['receipt', 'receiptCounter'],
    parcel: ['labelText', 'orderExport'],
    sales: ['salesEntry', 'salesLine', 'salesUnsent', 'salesBasis'],
  },
  // Who was looked for is no part of a view: a name would outlive its order (N135).
  deskLists: [{ ...ordersList, path: href('/admin/orders'), kept: [stateFilter], who: 'anybody' }],
  prepare: keepFormerIssuer,
  jobs: (ctx) => [
    watchDeskJob(ctx),
    forgetUnpaidOrdersJob(ctx),
    fillOrdersJob(ctx),
    readOrdersJob(ctx),
    ...paymentJobs(ctx),
    ...refundJobs(ctx),
    bookSalesJob(ctx),
  ],
  demo: { put: (ctx) => seedDemoOrders(ctx, demoOrders), remove: removeDemoOrders },
  uploadsInUse: [uploadsOfOrders],
  commands: { orders: [adoptionCommand, refundCommand, ordersCommand], shop: [shopCommand] },
  deskCards: [failingPagesCard, ...orderCards, ...moneyCards],
  alarms: [checkoutAlarms, moneyAlarms, providerAlarms],
  acts: [
    correctAddress,
    correctEmail,
    sendMailAgain,
    putMailAside,
    writeNote,
    writeMessage,
    saveTemplates,
    requestRefund,
    cancelOrder,
    settleOrder,
    announceReturn,
    receiveReturn,
    unreceiveReturn,
    withdrawReturn,
    recordTransfer,
    forgoRefund,
    giveBackUnmatched,
    adoptOrder,
    endPaymentPage,
    shipOrder,
    unshipOrder,
    saveParcel,
    saveTicks,
    saveLabelTexts,
    exportLabels,
    exportNotes,
    setNotePrices,
    exportOrders,
    exportSales,
    cutFromOther,
    foundFabric,
    exchangeLine,
    undoExchange,
    issueReceiptAtDesk,
    printReceiptAtDesk,
    setSalesBasis,
  ],
}
