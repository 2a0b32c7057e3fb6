// The built shop as a real one that takes its money from the payment simulator, in this process: no setting of the shop's
// own leads there (S11). SIGUSR2 pays every payment page that is open; with PROVIDER_HANGS
// no call of the provider is answered, and with KEY_OF_PROVIDER it takes that key alone.
import './source-aliases.js'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../scripts/install-when-missing.js'

const at = (path) => pathToFileURL(join(root, path)).href
const { open } = await import(at('build/server/app.js'))
const { startPaymentSimulator } = await import(at('payment-simulator/simulator.ts'))

const server = createServer()
await new Promise((resolve) => server.listen(Number(process.env.PORT), '127.0.0.1', resolve))
const { port } = server.address()
const simulator = await startPaymentSimulator({
  secretKey: process.env.KEY_OF_PROVIDER ?? process.env.STRIPE_SECRET_KEY,
  webhookSecret: process.env.STRIPE_WEBHOOK_SECRET,
  webhookUrl: `http://127.0.0.1:${port}/api/stripe/webhook`,
  log: { warn: (message, fields) => console.error(message, fields) },
})
if (process.env.PROVIDER_HANGS) simulator.faults.calls({ kind: 'hang' }, { times: 1_000 })
process.on('SIGUSR2', async () => {
  for (const { id, status } of simulator.sessions()) if (status === 'open') await simulator.pay(id)
})
const shop = await open({
  env: { ...process.env, SITE_ORIGIN: `http://localhost:${port}` },
  port,
  clientDir: join(root, 'build/client'),
  providerForTests: { simulatorPort: simulator.port },
})
server.on('request', shop.handle)
console.log(`\n  ${shop.origin}\n`)
