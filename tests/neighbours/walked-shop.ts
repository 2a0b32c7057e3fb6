import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { pinnedNode, root } from '../../scripts/install-when-missing.js'
import type { HeldShop } from '../holds/held-shop.ts'
import { press } from '../holds/visits.ts'
import type { ShopEnvironment } from '../support/shop-process.ts'
import { compiledFolder } from '../support/source-process.ts'
import type { WalkSteps } from '../support/walk-steps.ts'

export interface Walk extends Pick<WalkSteps, 'step' | 'skip'> {
  /** Removed afterwards; the users of neighbours may enter it, and nobody may list it. */
  readonly folder: string
  readonly atEnd: (close: () => Promise<void>) => void
}

/** What an owner's command prints and its exit code. */
export const command = (
  env: ShopEnvironment,
  ...words: string[]
): Promise<{ readonly said: string; readonly code: number }> =>
  new Promise((resolve) => {
    const { PATH = '', HOME = '' } = process.env
    const child = execFile(
      pinnedNode(),
      ['scripts/run-owner-command.js', ...words],
      { cwd: root, env: { PATH, HOME, NODE_COMPILE_CACHE: compiledFolder, ...env } },
      (_error, stdout, stderr) => resolve({ said: `${stdout}${stderr}`, code: child.exitCode ?? 1 }),
    )
  })

/** As `command`; gives what it said. Throws when it did not end with 0. */
export const mustDo = async (env: ShopEnvironment, ...words: string[]): Promise<string> => {
  const { said, code } = await command(env, ...words)
  assert.equal(code, 0, `${words.join(' ')}: ${said}`)
  return said
}

/** A shopper orders and pays; gives the number of the paid order. */
export const sell = async (shop: HeldShop): Promise<string> => {
  const pressed = await press(shop)
  assert.equal(pressed.status, 200, `the checkout: ${pressed.body}`)
  const { url }: { url: string } = JSON.parse(pressed.body)
  const session = new URL(url).pathname.split('/').at(-1) ?? ''
  await shop.provider.pay(session)
  await shop.provider.settled()
  const { orderNumber, paidAt } = await shop.database.db
    .selectFrom('orders')
    .select(['orderNumber', 'paidAt'])
    .where('sessionId', '=', session)
    .executeTakeFirstOrThrow()
  assert.notEqual(paidAt, null, 'the payment did not arrive at the order')
  return orderNumber ?? ''
}

/** Each of these orders is in the owner's list, whichever way the numbers are written there. */
export const mustHaveOrders = async (env: ShopEnvironment, numbers: readonly string[]): Promise<void> => {
  const said = (await mustDo(env, 'orders', 'list', 'all')).replaceAll('-', '')
  for (const number of numbers) assert.ok(said.includes(number.replaceAll('-', '')), `no ${number}: ${said}`)
}
