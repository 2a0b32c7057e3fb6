import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { shopSettings } from '#settings'
import type { AppContext } from '../../app/server/app-context.ts'
import { type Env, readEnv } from '../../app/server/env.ts'
import { silentLog } from '../../app/server/log.ts'
import { createPictureEncoder } from '../../app/server/pictures/picture-encoder.ts'
import { createServices } from '../../app/services.server.ts'

export const shopOrigin = 'https://shop.example'

const envForTests = (given: Record<string, string> = {}): Env => {
  const env = readEnv(given)
  if (!env.ok) throw new Error(env.error.join())
  return env.value
}

/** One picture process for all tests of a worker: each start takes a quarter of a second. */
const pictureEncoder = createPictureEncoder()

/** The services as the shop makes them: not a demo, with the sample settings. */
export const servicesForTests = (
  db: Kysely<Schema>,
  given: Record<string, string> = {},
  demo = false,
): AppContext => ({
  ...createServices({
    env: envForTests({ OWNER_EMAIL: 'owner@shop.example', ...given }),
    settings: shopSettings,
    fileSettings: { settings: shopSettings, file: 'shop.settings.json', own: {} },
    db,
    log: silentLog,
    demo,
    siteOrigin: shopOrigin,
    secret: 'a secret for tests, long enough to sign with',
    memberSteps: { gone: async () => {}, renamed: async () => {}, suspended: async () => {} },
  }),
  pictureEncoder,
})
