import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import type { DatabaseSettings } from '../../app/server/database/open-database.ts'
import { startSource } from './source-process.ts'

/** A shop in its own process that dies at a step. */
export interface CrashingShop {
  readonly url: string
  /** Posts to one of its paths. Undefined when it died before it answered. */
  post(path: string, body?: string): Promise<{ status: number; text: string } | undefined>
  /** Resolves when the process has ended, with the signal that killed it. */
  readonly dead: Promise<string | null>
}

/** Starts `checkout-child.ts` with these options; it is stopped after the test. */
export const startCrashingShop = async (
  { databaseUrl, dataDir }: DatabaseSettings,
  options: { crashAt: string; simulatorPort: number; smtpUrl: string; aheadMs?: number },
): Promise<CrashingShop> => {
  const child = startSource('checkout-child', [], { dataDir, databaseUrl, ...options })
  const dead = once(child, 'exit').then(([, signal]): string | null => signal)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await dead
  })
  let url = ''
  for await (const line of createInterface({ input: child.stdout })) {
    url = line
    break
  }
  if (url === '') throw new Error('the shop did not start')
  return {
    url,
    dead,
    post: async (path, body = '') => {
      try {
        const response = await fetch(`${url}${path}`, { method: 'POST', body })
        return { status: response.status, text: await response.text() }
      } catch {
        return undefined
      }
    },
  }
}
