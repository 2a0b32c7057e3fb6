import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { demoTyped } from './pay-form.ts'
import { createClient, keys, order, refusalOf, startAll } from './simulator-for-tests.ts'
import { openState } from './state.ts'
import { openStateFile } from './state-file.ts'

const idempotencyKey = 'checkout:order-1:1'
const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('sessions, keys and the clock survive a restart', async () => {
  const stateFile = join(await newFolder(), 'deep', 'practice.sqlite')
  const asked = order({ expires_at: Math.floor(Date.now() / 1000) + 8 * 3600 })
  const first = await startAll({ stateFile })
  const session = await first.stripe.checkout.sessions.create(asked, { idempotencyKey })
  const paid = await first.stripe.checkout.sessions.create(asked)
  await first.simulator.pay(paid.id)
  await first.simulator.advanceClock(7 * 3600_000)
  await first.simulator.close()

  const second = await startAll({ stateFile })
  expect(second.simulator.sessions()).toMatchObject([
    { id: paid.id, payment_status: 'paid' },
    { id: session.id, status: 'open' },
  ])
  expect((await second.stripe.checkout.sessions.create(asked, { idempotencyKey })).id).toBe(session.id)
  const page = await fetch(`http://127.0.0.1:${second.simulator.port}/practice/pay/${session.id}`)
  expect(await page.text()).toContain('2,930円')
  await second.simulator.advanceClock(3600_000)
  expect((await second.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired')
})

test('an event that the shop could not take is delivered after a restart, with all its attempts before it', async () => {
  const stateFile = join(await newFolder(), 'practice.sqlite')
  const first = await startAll({ stateFile, retryPausesMs: [3600_000] })
  first.webhook.statuses.push(500)
  await first.simulator.pay((await first.stripe.checkout.sessions.create(order())).id)
  await first.simulator.settled()
  await first.simulator.close()
  const second = await startAll({ stateFile, retryPausesMs: [3600_000] })
  second.webhook.statuses.push(500)
  await second.simulator.deliverNow()
  expect(second.simulator.events()).toMatchObject([{ state: 'pending', attempts: 1 }])
  await second.simulator.close()
  const third = await startAll({ stateFile })
  await third.simulator.deliverNow()
  expect(third.webhook.posts.map(({ body }) => body)).toEqual(first.webhook.posts.map(({ body }) => body))
  await third.simulator.close()
  const fourth = await startAll({ stateFile })
  await fourth.simulator.deliverNow()
  expect(fourth.webhook.posts).toEqual([])
  expect(fourth.simulator.events()).toEqual([])
})

/** A simulator as a process of its own. */
const startProcess = async (options: object) => {
  const script = `
    import { startPaymentSimulator } from ${JSON.stringify(new URL('./simulator.ts', import.meta.url))}
    const simulator = await startPaymentSimulator({ ...JSON.parse(process.argv[1]), log: console })
    process.stdout.write(simulator.port + '\\n')`
  const args = ['--input-type=module', '-e', script, JSON.stringify({ ...keys, ...options })]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const [port] = await once(createInterface({ input: child.stdout }), 'line')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { port: Number(port), stripe: createClient(Number(port)), kill }
}

test('D105 what was answered survives kill -9: a session, its key, a payment and its event', async () => {
  const stateFile = join(await newFolder(), 'practice.sqlite')
  const child = await startProcess({ stateFile, webhookUrl: '', redirectWaitMs: 50 })
  const { id } = await child.stripe.checkout.sessions.create(order(), { idempotencyKey })
  const paying = await fetch(`http://127.0.0.1:${child.port}/practice/pay/${id}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...demoTyped, press: 'pay' }),
  })
  expect(paying.status).toBe(303)
  await child.kill()
  const { simulator, stripe, webhook } = await startAll({ stateFile })
  expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
  expect((await stripe.checkout.sessions.create(order(), { idempotencyKey })).id).toBe(id)
  await simulator.deliverNow()
  expect(webhook.events()).toMatchObject([{ type: 'checkout.session.completed', data: { object: { id } } }])
})

test('D105 of many payments at once all that were answered survive kill -9, and a log that is cut costs the last ones', async () => {
  const stateFile = join(await newFolder(), 'practice.sqlite')
  const child = await startProcess({ stateFile, webhookUrl: '', redirectWaitMs: 1 })
  const answered: string[] = []
  const shop = async () => {
    for (;;) {
      const { id } = await child.stripe.checkout.sessions.create(order())
      const url = `http://127.0.0.1:${child.port}/practice/pay/${id}`
      const body = new URLSearchParams({ ...demoTyped, press: 'pay' })
      const { status } = await fetch(url, { method: 'POST', redirect: 'manual', body })
      if (status === 303) answered.push(id)
      if (answered.length === 40) await child.kill()
    }
  }
  await Promise.allSettled([shop(), shop(), shop(), shop()])
  for (const end of ['', '-wal']) await copyFile(`${stateFile}${end}`, `${stateFile}.cut${end}`)
  const { simulator } = await startAll({ stateFile })
  const paid = simulator
    .sessions()
    .flatMap(({ id, payment_status }) => (payment_status === 'paid' ? [id] : []))
  expect(answered.filter((id) => !paid.includes(id))).toEqual([])

  const { size } = await stat(`${stateFile}.cut-wal`)
  await truncate(`${stateFile}.cut-wal`, size - 1000)
  const { simulator: cut } = await startAll({ stateFile: `${stateFile}.cut` })
  const left = new Set(cut.sessions().map(({ id }) => id))
  expect(answered.slice(0, 20).filter((id) => !left.has(id))).toEqual([])
})

const told = () => {
  const warnings: string[] = []
  const log = { warn: (message: string) => void warnings.push(message) }
  return { warnings, log }
}

describe('D105 damage costs what it hits, and is told', () => {
  test.each([
    ['no database', (path: string) => writeFile(path, 'practice'.repeat(1000))],
    [
      'of another version',
      async (path: string) => {
        const database = new DatabaseSync(path)
        database.exec('create table object (seq integer); pragma user_version = 4')
        database.close()
      },
    ],
  ])('a file that is %s is set aside, not overwritten', async (_, damage) => {
    const stateFile = join(await newFolder(), 'practice.sqlite')
    await damage(stateFile)
    const before = await readFile(stateFile)
    const { warnings, log } = told()
    const { stripe, simulator } = await startAll({ stateFile, log })
    await stripe.checkout.sessions.create(order())
    expect(warnings).toEqual(['the payment simulator set a state file aside'])
    expect(await readFile(`${stateFile}.damaged`)).toEqual(before)
    await simulator.close()
    expect((await startAll({ stateFile })).simulator.sessions()).toHaveLength(1)
  })

  test('a page of the file, found while the shop is open', async () => {
    const stateFile = join(await newFolder(), 'practice.sqlite')
    const first = await startAll({ stateFile })
    const ids: string[] = []
    for (let at = 0; at < 40; at += 1) ids.push((await first.stripe.checkout.sessions.create(order())).id)
    await first.simulator.close()
    const { size } = await stat(stateFile)
    const pageBytes = 4096
    {
      await using file = await open(stateFile, 'r+')
      for (let page = Math.floor(size / pageBytes / 2); page < size / pageBytes / 2 + 4; page += 1)
        await file.write(Buffer.alloc(pageBytes), 0, pageBytes, page * pageBytes)
    }
    const { warnings, log } = told()
    const { simulator, stripe } = await startAll({ stateFile, log })
    const created = await stripe.checkout.sessions.create(order())
    const left = simulator.sessions().map(({ id }) => id)
    expect(left.length).toBeGreaterThan(30)
    expect(left.length).toBeLessThan(41)
    expect(left).toContain(created.id)
    expect(warnings).toContain('the payment simulator set a state file aside')
    expect(await readdir(join(stateFile, '..'))).toContain('practice.sqlite.damaged')
    await simulator.pay(created.id)
    await simulator.close()
    const again = await startAll({ stateFile })
    expect(again.simulator.sessions()).toHaveLength(left.length)
    expect((await again.stripe.checkout.sessions.retrieve(created.id)).payment_status).toBe('paid')
  })

  test('pages that lead back to rows of before', async () => {
    const stateFile = join(await newFolder(), 'practice.sqlite')
    const { warnings, log } = told()
    const first = await openState(stateFile, log)
    const keysOf = Array.from({ length: 60 }, (_, at) => `a-kept-key-${at}`)
    for (const key of keysOf)
      first.answers.add({ key, fingerprint: 'f', status: 200, body: 'b'.repeat(900), at: 1 })
    await first.close()
    const bytes = await readFile(stateFile)
    const pages = Array.from({ length: bytes.length / 4096 }, (_, at) =>
      bytes.subarray(4096 * at, 4096 * (at + 1)),
    )
    const leafOfTable = 0x0d
    const leaves = pages.filter((page) => page[0] === leafOfTable && page.includes('a-kept-key-'))
    expect(leaves.length).toBeGreaterThan(10)
    const former = Buffer.from(leaves[0] ?? [])
    for (const page of leaves.slice(1, 3)) page.set(former)
    leaves[5]?.fill(0)
    await writeFile(stateFile, bytes)
    const kept = await openState(stateFile, log)
    const left = () => keysOf.filter((key) => kept.answers.find(key) !== undefined).length
    left()
    expect(warnings).toContain('the payment simulator set a state file aside')
    expect(left()).toBeGreaterThan(40)
    await kept.close()
  })

  test('a page that is found after a change of the same turn: the change is saved', async () => {
    const path = join(await newFolder(), 'practice.sqlite')
    const { log } = told()
    const insert = 'insert into answer (key, fingerprint, status, body, at) values (?, ?, ?, ?, ?)'
    const first = await openStateFile(path, log)
    for (let at = 0; at < 40; at += 1) first.change(insert, `k${at}`, '', 200, 'x'.repeat(3000), 0)
    await first.close()
    {
      await using file = await open(path, 'r+')
      await file.write(Buffer.alloc(4 * 4096), 0, 4 * 4096, 20 * 4096)
    }
    const file = await openStateFile(path, log)
    onTestFinished(() => file.close())
    file.change(insert, 'new', '', 200, '', 0)
    expect(file.rows('select body from answer').length).toBeGreaterThan(30)
    await file.saved()
    expect(file.rows(`select key from answer where key = 'new'`)).toHaveLength(1)
    file.change(insert, 'newer', '', 200, '', 0)
    await file.saved()
  })

  test('a row of a session, of its lines, of an event and of a key', async () => {
    const stateFile = join(await newFolder(), 'practice.sqlite')
    const first = await startAll({ stateFile, webhookUrl: '' })
    const broken = await first.stripe.checkout.sessions.create(order())
    const well = await first.stripe.checkout.sessions.create(order(), { idempotencyKey })
    for (const { id } of [broken, well]) await first.simulator.pay(id)
    await first.simulator.close()
    const database = new DatabaseSync(stateFile)
    database.prepare(`update object set body = substr(body, 1, 500) where id = ?`).run(broken.id)
    database.prepare(`update object set lines = '[' where id = ?`).run(well.id)
    database.prepare(`update event set type = 'x' where session_id = ?`).run(broken.id)
    database.exec(`update answer set status = 'x'`)
    database.close()
    const { warnings, log } = told()
    const { simulator, stripe, webhook } = await startAll({ stateFile, log })
    await simulator.deliverNow()
    expect(webhook.events()).toMatchObject([{ data: { object: { id: well.id } } }])
    expect(simulator.sessions().map(({ id }) => id)).toEqual([well.id])
    expect((await refusalOf(stripe.checkout.sessions.retrieve(broken.id))).statusCode).toBe(404)
    expect((await stripe.checkout.sessions.listLineItems(well.id)).data).toEqual([])
    expect((await stripe.checkout.sessions.create(order(), { idempotencyKey })).id).not.toBe(well.id)
    expect(warnings).toHaveLength(4)
    simulator.sessions()
    await simulator.deliverNow()
    expect(warnings).toHaveLength(4)
  })

  test('changes for which there is no room are undone, told, and can be made when there is', async () => {
    const { warnings, log } = told()
    const file = await openStateFile(join(await newFolder(), 'practice.sqlite'), log)
    onTestFinished(() => file.close())
    const add = (key: string, body: string) =>
      file.change(
        'insert into answer (key, fingerprint, status, body, at) values (?, ?, ?, ?, ?)',
        key,
        '',
        200,
        body,
        0,
      )
    file.change('pragma max_page_count = 20')
    await file.saved()
    add('small', '')
    expect(() => add('large', 'x'.repeat(1_000_000))).toThrow('full')
    expect(() => add('after it', '')).toThrow('the disk refused')
    await expect(file.saved()).rejects.toThrow('the disk refused')
    expect(file.rows('select key from answer')).toEqual([])
    expect(warnings).toEqual(['the payment simulator could not save'])
    await file.saved()
    add('small', '')
    await file.saved()
    expect(file.rows('select key from answer')).toHaveLength(1)
  })
})

describe('D105 the one file of a former release', () => {
  /** Three sessions of which one is paid, partly refunded, disputed and waits for its event, as former releases wrote them. */
  const formerFile = async (folder: string) => {
    const { simulator, stripe } = await startAll({ webhookUrl: '' })
    const asked = order({ expires_at: Math.floor(Date.now() / 1000) + 8 * 3600 })
    const made = []
    for (let at = 0; at < 3; at += 1) made.push(await stripe.checkout.sessions.create(asked))
    const [paid, opened, broken] = made.map(({ id }) => id)
    await simulator.pay(String(paid))
    await simulator.refund(String(paid), { amount: 1000 })
    await simulator.dispute(String(paid), { status: 'won' })
    const lines = [
      {
        quantity: 1,
        metadata: {},
        price_data: { currency: 'jpy', unit_amount: 2930, product_data: { name: '布', metadata: {} } },
      },
    ]
    const session = simulator.sessions().toReversed()
    const { data: refunds } = await stripe.refunds.list()
    const { data: disputes } = await stripe.disputes.list()
    const [, , secondCall] = simulator.requests()
    expect(secondCall?.path).toBe('/v1/checkout/sessions')
    const path = join(folder, 'practice.json')
    const state = {
      ...{ version: 2, clockAheadMs: 3600_000, refunds, disputes, events: simulator.events() },
      sessions: session.map((each) =>
        each.id === broken ? { session: {}, lines } : { session: each, lines },
      ),
      answers: [
        { key: 'k', fingerprint: 'POST /v1/checkout/sessions?a=1', status: 200, body: '{}', at: Date.now() },
        { key: 'broken' },
      ],
    }
    await writeFile(path, JSON.stringify(state))
    return { path, paid: String(paid), opened: String(opened), broken: String(broken) }
  }

  test('is carried over once: sessions, lines, money that went back, keys, events and the clock', async () => {
    const folder = await newFolder()
    const { path, paid, opened, broken } = await formerFile(folder)
    const { warnings, log } = told()
    const options = { stateFile: join(folder, 'practice.sqlite'), formerStateFile: path }
    const first = await startAll({ ...options, log })
    expect(first.simulator.sessions().map(({ id }) => id)).toEqual([opened, paid])
    expect(warnings).toEqual(['the payment simulator passed over entries that it cannot read'])
    expect((await first.stripe.checkout.sessions.retrieve(broken).catch((error) => error)).statusCode).toBe(
      404,
    )
    await first.simulator.deliverNow()
    expect(first.webhook.events().map(({ type }) => type)).toContain('checkout.session.completed')
    expect((await first.stripe.checkout.sessions.listLineItems(opened)).data).toMatchObject([
      { description: '布' },
    ])
    expect((await first.stripe.refunds.list()).data).toMatchObject([{ amount: 1000 }])
    expect((await first.stripe.disputes.list()).data).toMatchObject([{ status: 'won' }])
    const { payment_intent } = await first.stripe.checkout.sessions.retrieve(paid)
    const tooMuch = first.stripe.refunds.create({
      payment_intent: String(payment_intent),
      amount: 1931,
      reason: 'requested_by_customer',
      metadata: { order_id: 'order-1' },
    })
    expect((await refusalOf(tooMuch)).message).toContain('¥1930')
    await first.simulator.advanceClock(7 * 3600_000)
    expect((await first.stripe.checkout.sessions.retrieve(opened)).status).toBe('expired')
    await first.simulator.close()
    expect((await readdir(folder)).sort()).toEqual(['practice.json.damaged', 'practice.sqlite'])
  })

  test('what was carried over before the end of the process stays as it is since', async () => {
    const folder = await newFolder()
    const { path, opened } = await formerFile(folder)
    await copyFile(path, `${path}.again`)
    const options = { stateFile: join(folder, 'practice.sqlite'), formerStateFile: path }
    const first = await startAll(options)
    await first.simulator.pay(opened)
    await first.simulator.close()
    await copyFile(`${path}.again`, path)
    const again = await startAll(options)
    expect(again.simulator.sessions()).toHaveLength(2)
    expect((await again.stripe.checkout.sessions.retrieve(opened)).payment_status).toBe('paid')
    expect((await again.stripe.refunds.list()).data).toHaveLength(1)
  })

  test('a key of it answers again, and only to the same call', async () => {
    const folder = await newFolder()
    const first = await startAll()
    const asked = order()
    const session = await first.stripe.checkout.sessions.create(asked, { idempotencyKey })
    const sent = Promise.withResolvers<string>()
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (part) => {
        body += part
      })
      request.on('end', () => {
        sent.resolve(body)
        response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{}}')
      })
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const address = server.address()
    await createClient(typeof address === 'object' ? (address?.port ?? 0) : 0)
      .checkout.sessions.create(asked)
      .catch(() => {})
    const answer = {
      ...{ key: idempotencyKey, fingerprint: `POST /v1/checkout/sessions?${await sent.promise}` },
      ...{ status: 200, body: JSON.stringify(session), at: Date.now() },
    }
    const path = join(folder, 'practice.json')
    const state = { version: 2, clockAheadMs: 0, sessions: [], answers: [answer], events: [] }
    await writeFile(path, JSON.stringify(state))
    const { stripe, simulator } = await startAll({
      stateFile: join(folder, 'practice.sqlite'),
      formerStateFile: path,
    })
    expect((await stripe.checkout.sessions.create(asked, { idempotencyKey })).id).toBe(session.id)
    const other = stripe.checkout.sessions.create(order({ client_reference_id: 'other' }), { idempotencyKey })
    expect((await refusalOf(other)).statusCode).toBe(400)
    expect(simulator.sessions()).toEqual([])
    expect(await readdir(folder)).toContain('practice.json.former')
  })

  test.each([
    '{"version":2,"sessions":[{',
    '{"version":1,"clockAheadMs":0,"sessions":[],"answers":[],"events":[]}',
  ])('that cannot be read is set aside: %s', async (text) => {
    const folder = await newFolder()
    const path = join(folder, 'practice.json')
    await writeFile(path, text)
    const { warnings, log } = told()
    const { stripe } = await startAll({
      stateFile: join(folder, 'practice.sqlite'),
      formerStateFile: path,
      log,
    })
    await stripe.checkout.sessions.create(order())
    expect(warnings).toEqual(['the payment simulator set a state file aside'])
    expect(await readFile(`${path}.damaged`, 'utf8')).toBe(text)
  })
})

describe('D105 what is long over is forgotten', () => {
  const day = 24 * 3600_000

  test('a session that ran out, after 30 days; never one that was paid, which can be given back', async () => {
    const { simulator, stripe } = await startAll()
    const { id: unpaid } = await stripe.checkout.sessions.create(order())
    const { id: paid } = await stripe.checkout.sessions.create(order())
    await simulator.pay(paid)
    await simulator.advanceClock(29 * day)
    expect((await stripe.checkout.sessions.retrieve(unpaid)).status).toBe('expired')
    await simulator.advanceClock(2 * day)
    expect((await refusalOf(stripe.checkout.sessions.retrieve(unpaid))).statusCode).toBe(404)
    await simulator.advanceClock(2000 * day)
    const { payment_intent } = await stripe.checkout.sessions.retrieve(paid)
    const asked = { payment_intent: String(payment_intent), amount: 2930, metadata: { order_id: 'order-1' } }
    expect(await stripe.refunds.create({ ...asked, reason: 'requested_by_customer' })).toMatchObject({
      status: 'succeeded',
    })
    expect(simulator.sessions().map(({ id }) => id)).toEqual([paid])
  })

  const entry = (id: string, state: 'delivered' | 'pending' | 'held' | 'given_up' | 'lost') => ({
    ...{ id, state, type: 'refund.created' as const, sessionId: '', body: '', attempts: 0 },
  })

  test('an event that the shop has taken, and one that it never took; none that it may still take', async () => {
    const { events, close } = await openState(undefined, told().log)
    const now = 100 * 86_400
    for (const state of ['delivered', 'lost', 'pending', 'held', 'given_up'] as const)
      events.add(entry(state, state), now - 29 * 86_400)
    events.add(entry('long given up', 'given_up'), now - 31 * 86_400)
    for (let at = 0; at < 1994; at += 1) events.add(entry(`e${at}`, 'delivered'), now)
    const ids = () => events.all().map(({ id }) => id)
    expect(ids()).toHaveLength(2000)
    for (let at = 0; at < 6; at += 1) events.add(entry(`f${at}`, 'delivered'), now)
    expect(ids().slice(0, 4)).toEqual(['pending', 'held', 'given_up', 'e0'])
    await close()
  })

  test('keys some at a time', async () => {
    const { answers, close } = await openState(undefined, told().log)
    for (let at = 0; at < 5; at += 1)
      answers.add({ key: `k${at}`, fingerprint: '', status: 200, body: '', at })
    answers.forget(3, 3)
    expect([0, 1, 2, 3, 4].filter((at) => answers.find(`k${at}`) !== undefined)).toEqual([3, 4])
    answers.forget(3, 3)
    answers.forget(3, 3)
    expect([0, 1, 2, 3, 4].filter((at) => answers.find(`k${at}`) !== undefined)).toEqual([4])
    await close()
  })
})
