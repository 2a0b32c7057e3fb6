import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/programs-for-tests.js'
import type { ShopOptions } from './tests/e2e/fixtures.ts'
import { browserSlowdown, expectTimeout } from './tests/support/browser-slowdown.ts'

const executablePath = findChromium()
const patience = Math.min(browserSlowdown, 3)

const isForAll = process.env.BROWSER_TESTS === 'all'

/** The last list is the one that counts, so Playwright's own are named again. */
const featuresTurnedOff = [
  // Its header makes each new window begin a second process (docs/decisions/0080).
  'CrossOriginOpenerPolicy',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'LensOverlay',
  'MediaRouter',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Pages live for seconds: code that is compiled for speed, and small rooms for young objects, cost more than they bring (docs/decisions/0217). */
const scriptsAreShort = '--js-flags=--no-maglev --no-turbofan --min-semi-space-size=16'

/** Browser tests of the built shop, in the system's Chromium. Each worker has a shop of its own. */
export default defineConfig<ShopOptions>({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/support/demo-data-for-tests.ts',
  fullyParallel: true,
  // `npm test` walks each capability once, with CI set it runs all but the long ones, with paths all there (docs/decisions/0144).
  grep: isForAll || process.env.CI ? /./ : /@walk/,
  grepInvert: isForAll ? [] : /@long/,
  // Each keeps a browser and a shop busy: one more than cores made the whole 80 s slower on two (docs/decisions/0080).
  workers: Math.max(2, availableParallelism()),
  // A net for what hangs, wide enough for a laptop that does other things too; what a test expects has 10 s to come.
  timeout: 180_000 * patience,
  // One more try tells whether a test fails always or sometimes; npm test names the latter and tries it by itself.
  retries: process.env.CI ? 1 : 0,
  expect: { timeout: expectTimeout },
  use: {
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
        `--disable-features=${featuresTurnedOff.join()}`,
        scriptsAreShort,
        // Where a phone of the house opens a demo: http under a name, which is no secure context.
        '--host-resolver-rules=MAP house.local 127.0.0.1',
      ],
    },
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
