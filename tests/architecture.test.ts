import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { runnerOf } from '../scripts/test-files.js'
import * as code from './support/architecture/code-rules.ts'
import * as imports from './support/architecture/import-rules.ts'
import { namesSayNothing, nothingIsHuge, routesAreThin, sizesOf } from './support/architecture/size-rules.ts'
import { pathsBelow, readSources, sourceFile } from './support/architecture/source-file.ts'
import { tableOwners } from './support/architecture/table-owners.ts'
import { ownersWriteTheirTables } from './support/architecture/table-rules.ts'
import { everyTestIsRead, isNamedAsTest, skipsSayWhy } from './support/architecture/test-rules.ts'

/** A path and its text. Each sample breaks its rule by that one line. */
type Sample = readonly [path: string, text: string]

interface Case {
  readonly rule: imports.Rule
  /** Each must be found guilty on its own, beside the bystanders. */
  readonly bad: readonly Sample[]
  /** All together must pass. */
  readonly good?: readonly Sample[]
}

const routes: Sample = ['app/routes.ts', "export default [route('/kits', 'routes/shop/kits.tsx')]"]
const ownersWrite = ownersWriteTheirTables(tableOwners)

const cases: Readonly<Record<string, Case>> = {
  '1 the kernel imports nothing of ours': {
    rule: imports.kernelStandsAlone,
    bad: [
      ['app/kernel/money.ts', "import { log } from '~/server/log.ts'"],
      ['app/kernel/money.ts', "import type { Cart } from '../features/cart/rules.ts'"],
      ['app/kernel/money.ts', "export { x } from '#settings'"],
      ['app/kernel/money.ts', "const x = () => import('node:crypto')"],
    ],
    good: [['app/kernel/money.ts', "import { ok } from './result.ts'"]],
  },
  '1 rules import the kernel and other rules only': {
    rule: imports.rulesArePure,
    bad: [
      ['app/features/cart/rules.ts', "import { z } from 'zod'"],
      ['app/features/cart/rules.ts', "import { shopSettings } from '#settings'"],
      ['app/features/cart/totals.rules.ts', "import type { Schema } from '#db/schema.ts'"],
      ['app/features/cart/rules.ts', "let env: import('~/server/env.ts').Env"],
    ],
    good: [
      ['app/features/cart/rules.ts', "import { yen } from '~/kernel/money.ts'"],
      ['app/features/cart/totals.rules.ts', "import { a } from '../kits/rules.ts'"],
    ],
  },
  '1 rules and kernel ask neither clock, chance nor environment': {
    rule: code.rulesAskNobody,
    bad: [
      ['app/features/cart/rules.ts', 'export const now = () => Date.now()'],
      ['app/features/cart/rules.ts', 'export const now = () => new Date()'],
      ['app/features/cart/rules.ts', 'export const dice = () => Math.random()'],
      ['app/features/cart/totals.rules.ts', 'export const id = () => crypto.randomUUID()'],
      ['app/features/cart/rules.ts', 'export const x = () => process.argv'],
      ['app/kernel/text.ts', "export const x = () => fetch('/')"],
    ],
    good: [
      ['app/kernel/dates.ts', 'export const day = (ms: number) => new Date(ms)'],
      ['app/features/cart/rules.ts', 'export const f = (order: { process: number }) => order.process'],
    ],
  },
  '2 another feature is entered through rules, queries or commands': {
    rule: imports.featuresKnockAtDoors,
    bad: [
      ['app/features/cart/queries.server.ts', "import { x } from '../orders/forms.server.ts'"],
      ['app/features/cart/jobs.server.ts', "import { x } from '~/features/checkout/gateway.server.ts'"],
    ],
    good: [
      ['app/features/cart/queries.server.ts', "import { x } from '../orders/queries.server.ts'"],
      ['app/features/cart/forms.server.ts', "import { x } from './parts.server.ts'"],
    ],
  },
  '2 queries, commands and jobs know their own, the schema, the server': {
    rule: imports.workKnowsItsPlace,
    bad: [
      ['app/features/cart/queries.server.ts', "import { List } from './ui/list.tsx'"],
      ['app/features/cart/commands.server.ts', "import { x } from '~/routes/shop/kits.tsx'"],
      ['app/features/cart/jobs.server.ts', "import { useState } from 'react'"],
      ['app/features/cart/jobs.server.ts', "import { x } from '#payment-simulator/pay-page.ts'"],
    ],
    good: [
      [
        'app/features/cart/commands.server.ts',
        "import type { Schema } from '#db/schema.ts'; import { x } from '~/server/log.ts'; import { y } from './rules.ts'",
      ],
    ],
  },
  '2 features make no circle': {
    rule: (files) =>
      imports.featuresMakeNoCircle([
        ...files,
        sourceFile('app/features/orders/rules.ts', "import type { X } from '../cart/rules.ts'"),
      ]),
    bad: [['app/features/cart/rules.ts', "import type { X } from '../orders/rules.ts'"]],
    good: [['app/features/cart/rules.ts', "import { X } from './totals.rules.ts'"]],
  },
  '2 only the owner writes a table': {
    rule: ownersWrite,
    bad: [
      ['app/features/cart/commands.server.ts', "db.insertInto('orders').values({})"],
      ['app/features/cart/jobs.server.ts', "trx.updateTable('orders as o').set({})"],
      ['app/features/orders/commands.server.ts', "trx.deleteFrom('nobodys')"],
      ['app/server/log.ts', 'trx.deleteFrom(table)'],
      ['app/features/orders/commands.server.ts', 'sql`delete from orders`.execute(db)'],
    ],
    good: [
      ['app/features/orders/mail.commands.server.ts', "trx.insertInto('orders').values({})"],
      ['app/features/cart/queries.server.ts', "db.selectFrom('orders')"],
    ],
  },
  '3 screens import no server file, and other screens only of features below': {
    rule: imports.screensStayInTheBrowser,
    bad: [
      ['app/features/cart/ui/panel.tsx', "import { x } from '../queries.server.ts'"],
      ['app/features/cart/ui/panel.tsx', "import type { X } from '../queries.server.ts'"],
      ['app/features/cart/ui/panel.tsx', "import { Button } from '~/features/checkout/ui/button.tsx'"],
      ['app/features/kits/ui/card.tsx', "import { Card } from '~/features/catalogue/ui/card.tsx'"],
      ['app/features/cart/ui/panel.tsx', "import { Frame } from '~/layouts/frame.tsx'"],
      ['app/features/cart/ui/panel.tsx', "import { log } from '~/server/log.ts'"],
      ['app/ui/button.tsx', "import { shopSettings } from '#settings'"],
      ['app/ui/button.tsx', "import { total } from '~/features/cart/rules.ts'"],
    ],
    good: [
      [
        'app/features/cart/ui/panel.tsx',
        "import { x } from '../../kits/rules.ts'; import css from './panel.module.css'",
      ],
      ['app/features/cart/ui/panel.tsx', "import { Card } from '~/features/kits/ui/card.tsx'"],
      ['app/ui/button.tsx', "import { yen } from '~/kernel/money.ts'"],
    ],
  },
  '4 routes leave the database alone': {
    rule: (files) => [...imports.routesLeaveTheDatabase(files), ...code.screensAskFeatures(files)],
    bad: [
      ['app/routes/shop/kits.tsx', "import { sql } from 'kysely'"],
      ['app/routes/shop/kits.tsx', "import { openDatabase } from '~/server/database/open-database.ts'"],
      ['app/routes/api/feed.ts', "import { demo } from '#db/demo/fabrics.ts'"],
      ['app/routes/api/feed.ts', "export const loader = ({ db }) => db.selectFrom('kits')"],
    ],
    good: [['app/routes/shop/kits.tsx', "import { kits } from '~/features/kits/queries.server.ts'"]],
  },
  '4 routes hold only what routes.ts names': {
    rule: (files) =>
      imports.routesHoldRoutesOnly(
        files.some(({ path }) => path === 'app/routes.ts') ? files : [...files, sourceFile(...routes)],
      ),
    bad: [['app/routes/shop/frame.tsx', 'export const Frame = () => null']],
    good: [
      ['app/routes/shop/kits.tsx', 'export default () => null'],
      ['app/routes/shop/kits.test.tsx', "test('adds', () => {})"],
    ],
  },
  '4 only routes.ts names a route file': {
    rule: (files) => imports.onlyRoutesNamesRoutes([...files, sourceFile(...routes)]),
    bad: [
      ['app/features/kits/ui/list.tsx', "import Kits from '~/routes/shop/kits.tsx'"],
      ['app/world.server.ts', "const page = 'routes/shop/kits.tsx'"],
    ],
    good: [['app/routes/shop/home.tsx', "import { Frame } from './frame.tsx'"]],
  },
  '4 the server knows no feature': {
    rule: imports.serverKnowsNoFeature,
    bad: [
      ['app/server/jobs.ts', "import type { X } from '~/features/cart/rules.ts'"],
      ['app/server/http/files.ts', "import { kits } from '../../routes/shop/kits.tsx'"],
    ],
    good: [['app/server/jobs.ts', "import { log } from './log.ts'"]],
  },
  '4 nobody imports the world': {
    rule: imports.nobodyImportsTheWorld,
    bad: [['app/routes/shop/home.tsx', "import type { OpenShop } from '../../world.server.ts'"]],
  },
  '5 only server/env reads the environment': {
    rule: code.onlyEnvReadsTheEnvironment,
    bad: [
      ['app/features/cart/jobs.server.ts', 'export const key = () => process.env.KEY'],
      ['payment-simulator/pay-page.ts', "const all = process['env']"],
    ],
    good: [
      ['app/server/env.ts', 'export const read = () => process.env'],
      ['scripts/start.js', 'process.env.PORT'],
    ],
  },
  "5 only the server's reader of settings imports them": {
    rule: imports.onlyTheServerReadsSettings,
    bad: [
      ['app/root.tsx', "import { shopSettings } from '#settings'"],
      ['app/features/cart/ui/panel.tsx', "import { shopSettings } from '../../../../shop.settings.ts'"],
      ['app/world.server.ts', "import { shopSettings } from '#settings'"],
    ],
    good: [['app/server/shop-settings.ts', "import { shopSettings } from '#settings'"]],
  },
  '6 every command takes context and actor': {
    rule: code.commandsTakeTheActor,
    bad: [
      [
        'app/features/orders/commands.server.ts',
        'export const ship = async (ctx: AppContext, id: string) => {}',
      ],
      ['app/features/orders/commands.server.ts', 'export async function ship(db: Kysely<Schema>) {}'],
      ['app/features/orders/mail.commands.server.ts', 'export const send = () => {}'],
    ],
    good: [
      [
        'app/features/orders/commands.server.ts',
        'export const ship = async ({ db }: AppContext, _actor: Actor, id: string) => {}',
      ],
      [
        'app/features/catalogue/commands.server.ts',
        'export const put = (trx: Transaction<Schema>) => {}; const own = () => {}; export interface X { a: 1 }',
      ],
    ],
  },
  'nothing lives in module scope': {
    rule: code.nothingLivesInModules,
    bad: [
      ['app/server/log.ts', 'let count = 0'],
      ['app/server/log.ts', 'export let count: number'],
      ['app/server/log.ts', 'const cache = new Map()'],
      ['app/features/cart/rules.ts', 'const seen = new Set<string>()'],
      ['app/features/cart/rules.ts', 'const all: string[] = []'],
      ['payment-simulator/state.ts', "export const pool = new pg.Pool({ host: 'x' })"],
    ],
    good: [
      ['app/server/log.ts', "const names = new Set(['a']); const format = new Intl.DateTimeFormat('ja')"],
      ['app/server/log.ts', 'export const make = () => { let n = 0; return new Map([[n++, 1]]) }'],
    ],
  },
  'types are honest': {
    rule: code.typesAreHonest,
    bad: [
      ['app/server/log.ts', 'const x = y as any'],
      ['tests/support/world.ts', 'const f = (x: any) => x'],
      ['app/server/log.ts', 'const x = y!.z'],
    ],
    good: [['app/server/log.ts', 'const any = (x: unknown) => !x']],
  },
  'no file passes everything of another on': {
    rule: code.noBarrels,
    bad: [['app/ui/all.ts', "export * from './button.tsx'"]],
    good: [['app/ui/all.ts', "export { Button } from './button.tsx'"]],
  },
  'a runner reads every test file': {
    rule: everyTestIsRead,
    bad: [
      ['app/kernel/money.spec.ts', ''],
      ['tests/e2e/cart.test.js', ''],
      ['app/kernel/money_test.ts', ''],
      ['tests/cart.ts', "test.each([1])('adds', () => {})"],
      ['app/features/cart/cases.ts', "describe('cart', () => {})"],
      ['app/features/cart/cases.ts', "checkoutOnBothEngines('cart', () => {})"],
    ],
    good: [
      ['app/kernel/money.test.tsx', "test('adds', () => {})"],
      ['tests/e2e/cart.spec.ts', "test('adds', () => {})"],
      ['tests/support/shop-for-tests.ts', "const f = () => test('adds', () => {})"],
    ],
  },
  'what is skipped says why': {
    rule: skipsSayWhy,
    bad: [
      ['app/a.test.ts', "test.skip('adds', () => {})"],
      ['app/a.test.ts', "describe.skipIf(engine === 'x').each([1])('adds', () => {})"],
      ['tests/e2e/a.spec.ts', 'test.skip(isMobile)'],
      ['app/a.test.ts', "test.todo('adds')"],
      ['app/a.test.ts', "// biome-ignore lint/x: y\ntest.skip('adds', () => {})"],
      ['app/a.test.ts', "test('adds', ({ skip }) => skip(isSqlite))"],
    ],
    good: [
      ['app/a.test.ts', "// Only Linux counts open files.\ntest.skipIf(notLinux)('adds', () => {})"],
      ['tests/e2e/a.spec.ts', "test.skip(isMobile, 'has no mouse')"],
      ['app/a.test.ts', "test('adds', ({ skip }) => skip(isSqlite, 'has no locks'))"],
    ],
  },
  'files make no circle': {
    rule: (files) =>
      imports.filesMakeNoCircle([...files, sourceFile('app/b.ts', "import { a } from './a.ts'")]),
    bad: [['app/a.ts', "import { b } from './b.ts'"]],
    good: [['app/a.ts', "import type { B } from './b.ts'"]],
  },
  'imports lead to files': {
    rule: imports.importsLeadSomewhere,
    bad: [
      ['app/a.ts', "import { b } from './gone.ts'"],
      ['app/a.ts', "import { b } from '~/server/log'"],
    ],
    good: [['app/a.tsx', "import type { Route } from './+types/a'; import './a.css'; import 'react'"]],
  },
  'nothing has more than 300 lines': {
    rule: nothingIsHuge,
    bad: [['app/server/log.ts', 'x()\n'.repeat(301)]],
    good: [
      ['app/server/log.ts', 'x()\n'.repeat(300)],
      ['db/demo/fabrics.ts', 'x()\n'.repeat(301)],
    ],
  },
  'routes are thin': {
    rule: routesAreThin,
    bad: [['app/routes/shop/home.tsx', 'x()\n'.repeat(121)]],
    good: [['app/routes/shop/home.tsx', 'x()\n'.repeat(120)]],
  },
}

const project = fileURLToPath(new URL('..', import.meta.url))
const sources = readSources(project)
const top = readdirSync(project).filter(
  (name) => !/^(node_modules|build|data|test-results|\.git|\.cache|\.react-router)$/.test(name),
)
const paths = top.flatMap((name) =>
  statSync(join(project, name)).isDirectory() ? [name, ...pathsBelow(project, name)] : [name],
)

describe('the rules of the house', () => {
  test.each(Object.entries(cases))('%s', (_, { rule }) => {
    expect(rule(sources)).toEqual([])
  })

  test('5 names say what is inside', () => {
    expect(namesSayNothing(paths)).toEqual([])
  })

  test('a runner reads whatever is named as a test, in any folder and language', () => {
    expect(paths.filter((path) => isNamedAsTest(path) && runnerOf(path) === undefined)).toEqual([])
    expect(['docs/a.test.mjs', 'bench/a.spec.jsx'].filter(isNamedAsTest)).toHaveLength(2)
  })

  const { median, p90, largest, count } = sizesOf(sources)
  test(`files stay small: of ${count} the median has ${median} lines, nine of ten at most ${p90}, the largest ${largest}`, () => {
    expect(median).toBeLessThanOrEqual(75)
    expect(p90).toBeLessThanOrEqual(150)
  })
})

describe('each rule finds what breaks it', () => {
  const samples = Object.entries(cases).flatMap(([name, { rule, bad }]) =>
    bad.map(([path, text]) => ({
      title: `${name}: ${path}: ${text.slice(0, 60).replaceAll('\n', ' ')}`,
      rule,
      path,
      text,
    })),
  )
  test.each(samples)('$title', ({ rule, path, text }) => {
    expect(rule([sourceFile(path, text)])).not.toEqual([])
  })

  test.each(Object.entries(cases))('and lets the good pass: %s', (_, { rule, good = [] }) => {
    expect(rule(good.map(([path, text]) => sourceFile(path, text)))).toEqual([])
  })

  test('5 names that say nothing', () => {
    expect(
      namesSayNothing(['app/ui/index.ts', 'app/lib/a.ts', 'app/cart.helpers.ts', 'app/ui/icon.tsx']),
    ).toEqual(['app/ui/index.ts', 'app/lib/a.ts', 'app/cart.helpers.ts'])
  })
})
