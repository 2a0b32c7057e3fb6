import { flushCompileCache } from 'node:module'
import { parseArgs } from 'node:util'
import { adoptOrder } from '../../app/features/orders/adoption/commands.server.ts'
import { handleCheckout } from '../../app/features/orders/checkout/endpoint.server.ts'
import { reconcileOrders } from '../../app/features/orders/payment/jobs.server.ts'
import { issueReceipt } from '../../app/features/orders/receipt/commands.server.ts'
import { requestRefund } from '../../app/features/orders/refund/requesting.commands.server.ts'
import { takeWebhook } from '../../app/features/orders/webhook/webhook.server.ts'
import { openDatabase } from '../../app/server/database/open-database.ts'
import { silentLog } from '../../app/server/log.ts'
import { smtpTransport } from '../../app/server/mail/transport.ts'
import { sendDueMails } from '../../app/server/mail/worker.ts'
import { checkoutContextForTests } from './checkout-context-for-tests.ts'
import { databaseWithCheckpoints, gatewayWithCheckpoints, mailWithCheckpoints } from './checkpoints.ts'
import { listenForPosts } from './event-listener.ts'
import { refundFormForTests } from './refund-form.ts'
import { shopOrigin } from './services-for-tests.ts'

/**
 * A shop in a process of its own that kills itself, as a power cut would, at `--crashAt`: a task, a checkpoint and which time
 * it is, such as `webhook insert mail 2`. It prints its address and answers posts to /checkout, /webhook, /reconcile,
 * /adopt, /refund, /receipt and /mails, one at a time.
 */
flushCompileCache()
const { values } = parseArgs({
  options: {
    dataDir: { type: 'string', default: '/nowhere' },
    databaseUrl: { type: 'string' },
    simulatorPort: { type: 'string', default: '0' },
    smtpUrl: { type: 'string', default: '' },
    aheadMs: { type: 'string', default: '0' },
    crashAt: { type: 'string', default: '' },
  },
})

let task = ''
const met = new Map<string, number>()
const onCheckpoint = (checkpoint: string) => {
  const name = `${task} ${checkpoint}`
  met.set(name, (met.get(name) ?? 0) + 1)
  if (values.crashAt === `${name} ${met.get(name)}`) process.kill(process.pid, 'SIGKILL')
}
const now = () => Date.now() + Number(values.aheadMs)
const never = new AbortController().signal

const database = await openDatabase({ ...values, log: silentLog })
const db = databaseWithCheckpoints(database.db, onCheckpoint)
const shop = checkoutContextForTests(db, Number(values.simulatorPort), now)
const ctx = {
  ...shop,
  clientsShareAddress: true,
  gateway: gatewayWithCheckpoints(shop.gateway, onCheckpoint),
  mail: mailWithCheckpoints(smtpTransport(values.smtpUrl, 'shop@example.com'), onCheckpoint),
}

const tasks: Record<string, (body: Buffer, signature: string) => Promise<{ status: number; body?: string }>> =
  {
    '/checkout': async (body) => {
      const headers = { 'content-type': 'application/json' }
      const request = new Request(shopOrigin, { method: 'POST', headers, body: body.toString() })
      const answer = await handleCheckout(ctx, { kind: 'visitor', address: '203.0.113.7' }, request)
      return { status: answer.status, body: await answer.text() }
    },
    '/webhook': async (body, signature) => ({ status: await takeWebhook(ctx, body, signature) }),
    '/reconcile': async () => {
      await reconcileOrders(ctx, never)
      return { status: 200 }
    },
    '/adopt': async (body) => {
      const sessionId = body.toString()
      await adoptOrder(ctx, { kind: 'owner' }, { sessionId, mailsBuyer: true, requestId: ctx.newId() })
      return { status: 200 }
    },
    '/refund': async (body) => {
      await requestRefund(ctx, { kind: 'owner' }, refundFormForTests(body.toString()))
      return { status: 200 }
    },
    '/receipt': async (body) => {
      const token = body.toString()
      await issueReceipt(
        ctx,
        { kind: 'visitor', address: '203.0.113.7' },
        { token, refundId: '', nameLine: '山田' },
      )
      return { status: 200 }
    },
    '/mails': async () => {
      await sendDueMails(ctx, never)
      return { status: 200 }
    },
  }

const { url } = await listenForPosts(async (path, body, { headers }) => {
  task = path.slice(1)
  return (await tasks[path]?.(body, String(headers['stripe-signature'] ?? ''))) ?? { status: 404 }
})
console.log(url)
