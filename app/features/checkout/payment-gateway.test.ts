import { expect, onTestFinished, test } from 'vitest'
import { startPaymentSimulator } from '#payment-simulator/simulator.ts'
import { silentLog } from '~/server/log.ts'
import { orderForTests } from '../../../tests/support/order-for-tests.ts'
import { createPaymentGateway } from './payment-gateway.server.ts'
import { sessionParameters } from './session-parameters.rules.ts'

const keys = { secretKey: 'sk_test_practice', webhookSecret: 'whsec_practice' }

/** Asks for a page of a provider whose pages stand at `pages`, with a gateway that knows them to stand at `known`. */
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
  'S10: a page at %s is not handed on, and the log learns where it stands',
  async (pages) => {
    const opened = await openAt(pages, 'http://localhost:3000')
    expect(opened).toEqual({ kind: 'refused', why: expect.stringContaining(pages) })
  },
)
