// npm run bench:practice-payment -- EARLIER [LATER]: what the practice payment costs a demo that has taken 10, 1,200 and 10,000 payments:
// the way to the payment page, paying, memory and what is written, of two builds one after the other.
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { residentMb } from '../tests/support/memory-group.ts'
import { machine } from './machine.js'
import { printTable } from './print-table.js'
import { processorMs } from './processor-ms.js'
import { dataFolder, startBuild } from './start-build.js'
import { folderA, folderB } from './two-builds.js'
import { yardstickMs } from './yardstick.ts'

const sizes = (process.env.PAYMENTS ?? '10,1200,10000').split(',').map(Number)
const warmUp = 20
const measured = 60
const checkout = '/api/create-checkout-session'

const clientOf = (turn) => `198.51.${Math.floor(turn / 200)}.${1 + (turn % 200)}`
const post = (origin, path, body, turn, type) =>
  fetch(new URL(path, origin), {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { origin, 'x-real-ip': clientOf(turn), ...(type && { 'content-type': type }) },
  })

/** The body of a checkout at the shop's own prices. */
const checkoutBody = async (origin) => {
  const [{ managementNumber, name }] = await (await fetch(`${origin}/api/product-feed`)).json()
  const line = (number, words, unit_amount) => ({
    price_data: {
      currency: 'jpy',
      product_data: { name: words, metadata: { managementNumber: number } },
      unit_amount,
    },
    quantity: 1,
  })
  const body = (price, shipping) =>
    JSON.stringify({
      line_items: [line(managementNumber, name, price), line('shipping', '送料', shipping)],
      mode: 'payment',
      success_url: `${origin}/success`,
      cancel_url: `${origin}/cancel`,
      metadata: { from: 'header-cart' },
    })
  const { lines } = await (await post(origin, checkout, body(1, 1), 0, 'application/json')).json()
  const amountOf = (number) => lines.find((each) => each.managementNumber === number).newUnitAmount
  return body(amountOf(managementNumber), amountOf('shipping'))
}

const toPaymentPage = async (origin, body, turn) => {
  const answer = await post(origin, checkout, body, turn, 'application/json')
  const { url } = await answer.json()
  if (url === undefined) throw new Error(`no payment page (${answer.status})`)
  const page = new URL(new URL(url).pathname, origin)
  const { status } = await fetch(page)
  if (status !== 200) throw new Error(`the payment page answered ${status}`)
  return page
}

const payer = {
  ...{ email: 'hanako@example.com', name: '山田 花子', phone: '090-0000-0000', postalCode: '100-0001' },
  ...{ state: '東京都', city: '千代田区', line1: '千代田1-1', line2: '', press: 'pay' },
}
const pay = async (origin, page, turn) => {
  const { status } = await post(origin, page, new URLSearchParams(payer), turn)
  if (status !== 303) throw new Error(`paying answered ${status}`)
}

/** As a former release kept them, which the next one carries over: paid sessions like a real one, each with its key. */
const fillState = (path, count) => {
  const state = JSON.parse(readFileSync(path, 'utf8'))
  const [like] = state.sessions
  const [key] = state.answers
  for (let at = state.sessions.length; at < count; at++) {
    const id = `cs_test_a1${randomBytes(28).toString('hex')}`
    const payment_intent = `pi_1${randomBytes(12).toString('hex')}`
    state.sessions.push({ ...like, session: { ...like.session, id, payment_intent } })
    state.answers.push({ ...key, key: `checkout:${id}`, body: key.body.replaceAll(like.session.id, id) })
  }
  writeFileSync(path, JSON.stringify(state))
}

const writtenBytes = (pid) => Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))[1])

const measure = async (folder, dataDir) => {
  const shop = await startBuild(folder, dataDir, '/all-products', { TRUSTED_PROXY: 'x-real-ip' })
  try {
    const body = await checkoutBody(shop.origin)
    let turn = 1
    const each = async (act, list) => {
      const before = processorMs(shop.serverPid)
      const given = []
      for (const one of list) given.push(await act(shop.origin, one, turn++))
      return { given, ms: (processorMs(shop.serverPid) - before) / list.length }
    }
    const bodies = (count) => Array(count).fill(body)
    await each(pay, (await each(toPaymentPage, bodies(warmUp))).given)
    const written = writtenBytes(shop.serverPid)
    const yardstick = [yardstickMs()]
    const opened = await each(toPaymentPage, bodies(measured))
    yardstick.push(yardstickMs())
    const paid = await each(pay, opened.given)
    yardstick.push(yardstickMs())
    const unit = yardstick.toSorted((a, b) => a - b)[1]
    return {
      opened: opened.ms,
      paid: paid.ms,
      unit,
      kilobytes: (writtenBytes(shop.serverPid) - written) / measured / 1_000,
      megabytes: residentMb(shop.serverPid),
    }
  } finally {
    await shop.stop()
  }
}

const row = (name, payments, { opened, paid, unit, kilobytes, megabytes }) => [
  name,
  String(payments),
  opened.toFixed(1),
  (opened / unit).toFixed(2),
  paid.toFixed(1),
  (paid / unit).toFixed(2),
  kilobytes.toFixed(0),
  megabytes.toFixed(0),
]

const rows = []
for (const payments of sizes)
  for (const [name, folder] of [
    ['A', folderA],
    ['B', folderB],
  ]) {
    const data = dataFolder()
    try {
      // The former release makes the file, as it would have before it was brought up to date.
      const first = await startBuild(folderA, data.folder, '/all-products', { TRUSTED_PROXY: 'x-real-ip' })
      await pay(first.origin, await toPaymentPage(first.origin, await checkoutBody(first.origin), 1), 1)
      await first.stop()
      fillState(join(data.folder, 'practice.json'), payments)
      const begun = await startBuild(folder, data.folder, '/all-products', { TRUSTED_PROXY: 'x-real-ip' })
      await begun.stop()
      const measuring = measure(folder, data.folder).then((found) => row(name, payments, found))
      rows.push(
        await measuring.catch(({ message }) => [name, String(payments), message, ...Array(5).fill('')]),
      )
      console.error(rows.at(-1).join('  '))
    } finally {
      data.remove()
    }
  }
console.log(`${machine()}; processor ms of the shop, and as a ratio to a fixed piece of work beside it\n`)
const head = ['', 'payments', 'to the page', 'ratio', 'paying', 'ratio', 'kB written a payment', 'MB']
printTable([head, ...rows])
