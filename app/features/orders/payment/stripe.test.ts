import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startPaymentSimulator } from '#payment-simulator/simulator.ts'
import { silentLog } from '~/server/log.ts'
import { orderForTests } from '../../../../tests/support/order-for-tests.ts'
import { sessionParameters } from './session-parameters.rules.ts'
import { createPaymentGateway } from './stripe.server.ts'

const keys = { secretKey: 'sk_test_practice', webhookSecret: 'whsec_practice' }

/** Opens a payment page of a provider whose pages are at `pages`, by a gateway that expects them at `known`. */
const openAt = async (pages: string, known: string) => {
  const provider = await startPaymentSimulator({
    ...keys,
    webhookUrl: '',
    log: silentLog,
    payPageOrigin: pages,
  })
  onTestFinished(() => provider.close())
  const gateway = createPaymentGateway({ ...keys, simulatorPort: provider.port, simulatorPageOrigin: known })
  const order = orderForTests({ sessionExpiresAt: Date.now() + 60 * 60_000 })
  return gateway.open(sessionParameters(order, 'https://shop.example'), 'key-1', 5_000)
}

test.each(['https://checkout.stripe.com', 'http://localhost:3000'])(
  'S10: a page at %s is handed on',
  async (pages) => {
    expect(await openAt(pages, 'http://localhost:3000')).toMatchObject({ kind: 'opened' })
  },
)

test.each(['https://evil.example', 'http://checkout.stripe.com', 'https://shop.example'])(
  'S10: a page at %s is not handed on, and the log says where it is',
  async (pages) => {
    const opened = await openAt(pages, 'http://localhost:3000')
    expect(opened).toEqual({ kind: 'refused', why: expect.stringContaining(pages) })
  },
)

/** A gateway to a provider that answers every call with this status and body. */
const gatewayAnswered = async (status: number, body: string) => {
  const server = createServer((request, response) => {
    request
      .resume()
      .on('end', () => response.writeHead(status, { 'content-type': 'application/json' }).end(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  const simulatorPort = typeof address === 'object' && address !== null ? address.port : 0
  return createPaymentGateway({ ...keys, simulatorPort })
}
const openAnswered = async (status: number, body: string) =>
  (await gatewayAnswered(status, body)).open(
    sessionParameters(orderForTests(), 'https://shop.example'),
    'key-1',
    5_000,
  )
const error = (type: string, code?: string) =>
  JSON.stringify({ error: { type, code, message: 'no', param: 'mode' } })

test.each([
  ['what we ask is not accepted', 400, error('invalid_request_error', 'parameter_unknown'), 'refused'],
  ['the key is not known', 401, error('invalid_request_error'), 'refused'],
  ['the key may not do that', 403, error('invalid_request_error'), 'refused'],
  ['the request was asked otherwise under this key before', 400, error('idempotency_error'), 'broken'],
  ['somebody else asks with this key', 409, error('idempotency_error', 'idempotency_key_in_use'), 'busy'],
  ['asked too often', 429, error('invalid_request_error', 'rate_limit'), 'unreachable'],
  ['the provider failed', 500, error('api_error'), 'broken'],
  ['the provider is away', 503, error('api_error'), 'broken'],
  ['a proxy’s page', 502, '<h1>Bad gateway</h1>', 'unreachable'],
])('M2: %s: the order’s next step follows from it', async (_what, status, body, kind) => {
  expect(await openAnswered(status, body)).toMatchObject({ kind })
})

type Gateway = Awaited<ReturnType<typeof gatewayAnswered>>
const questions: ReadonlyArray<readonly [string, (gateway: Gateway) => Promise<unknown>, unknown]> = [
  ['a session', (gateway) => gateway.session('cs_test_1'), undefined],
  ['the session of a payment', (gateway) => gateway.sessionOfPayment('pi_1'), undefined],
  ['a session with its lines', (gateway) => gateway.sessionOfOrder('cs_test_1'), undefined],
  ['the refunds of a payment', (gateway) => gateway.refundsOf('pi_1'), []],
  ['a dispute', (gateway) => gateway.dispute('du_1'), undefined],
]

test.each(questions)(
  'M11, M12: %s that the provider does not know is none; a provider that fails is no answer',
  async (_what, ask, none) => {
    expect(await ask(await gatewayAnswered(404, error('invalid_request_error')))).toEqual(none)
    expect(await ask(await gatewayAnswered(400, error('invalid_request_error', 'resource_missing')))).toEqual(
      none,
    )
    await expect(
      ask(await gatewayAnswered(400, error('invalid_request_error', 'parameter_unknown'))),
    ).rejects.toThrow()
    await expect(ask(await gatewayAnswered(401, error('invalid_request_error')))).rejects.toThrow()
  },
)

test('N4: of all answers to a refund 400 and 404 refuse it; after any other it may have been made', async () => {
  const asked = async (status: number) => {
    const gateway = await gatewayAnswered(status, error('invalid_request_error'))
    return gateway.refund({ id: 're_1', paymentIntent: 'pi_1', amount: 100, orderId: null })
  }
  const statuses = [400, 401, 402, 403, 404, 405, 408, 409, 410, 413, 422, 424, 429, 500, 501, 502, 503, 504]
  const answers = await Promise.all(statuses.map(async (status) => ({ status, ...(await asked(status)) })))
  expect(answers.flatMap(({ kind, status }) => (kind === 'refused' ? status : []))).toEqual([400, 404])
  expect(answers.filter(({ kind }) => kind === 'taken')).toEqual([])
})
