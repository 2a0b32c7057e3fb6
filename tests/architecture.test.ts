import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { addresses } from '../app/addresses.ts'
import * as browser from './support/architecture/browser-rules.ts'
import * as code from './support/architecture/code-rules.ts'
import * as house from './support/architecture/house-rules.ts'
import * as imports from './support/architecture/import-rules.ts'
import { projectPaths, readSources, sourceFile } from './support/architecture/source-file.ts'
import { tableOwners } from './support/architecture/table-owners.ts'
import * as texts from './support/architecture/text-rules.ts'
import { recipeFiles } from './support/recipe-files.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const sources = readSources(project)
/** What somebody who follows docs/recipes.md has in her tree, and what other steps of it mend: the owner of the table, the row of the address. */
const recipes = recipeFiles(readFileSync(join(project, 'docs/recipes.md'), 'utf8')).map(({ path, text }) =>
  sourceFile(path, text),
)
const otherSteps =
  /^app\/features\/events\/\S+ writes shopEvent, which belongs to nobody yet$|^app\/routes\/shop\/events\.tsx is no route/
const paths = projectPaths(project)
const rulesText = readFileSync(join(project, 'docs/product-rules.md'), 'utf8')
const glossary = readFileSync(join(project, 'docs/glossary.md'), 'utf8')
const banned = house.bannedWords(glossary)
const ruleIds = new Set([...rulesText.matchAll(/^\| ([A-Z]\d+) \|/gm)].map(([, id]) => id ?? ''))

type Sample = readonly (readonly [path: string, text: string])[]

/** `good` must pass, `bad` must be found. */
const rules: readonly (readonly [name: string, rule: imports.Rule, good: Sample, bad: Sample])[] = [
  [
    '1 the kernel imports nothing of ours',
    imports.kernelImportsNothing,
    [['app/kernel/money.ts', "import { ok } from './result.ts'"]],
    [['app/kernel/money.ts', "import type { Cart } from '../features/cart/rules.ts'"]],
  ],
  [
    '1 rules, types and texts import the kernel and each other',
    imports.rulesArePure,
    [
      [
        'app/features/cart/totals.rules.ts',
        "import { a } from '../kits/types.ts'; import '~/kernel/money.ts'",
      ],
    ],
    [['app/features/cart/rules.ts', "import { z } from 'zod'"]],
  ],
  [
    '1 decisions ask neither clock, chance nor environment',
    code.rulesAreDeterministic,
    [['app/kernel/dates.ts', 'export const day = (ms: number) => new Date(ms)']],
    [['app/features/cart/rules.ts', 'export const now = () => new Date()']],
  ],
  [
    '2 queries, commands and jobs know no screen',
    imports.serverFilesImportNoScreen,
    [
      [
        'app/features/cart/commands.server.ts',
        "import { log } from '~/server/log.ts'; import '#db/schema.ts'",
      ],
    ],
    [['app/features/cart/jobs.server.ts', "import { x } from '#payment-simulator/pay-page.ts'"]],
  ],
  [
    '2 another feature is entered through rules, queries or commands',
    imports.featuresUsePublicFiles,
    [['app/features/cart/ui/panel.tsx', "import { Card } from '~/features/kits/ui/card.tsx'"]],
    [['app/features/cart/jobs.server.ts', "import { x } from '~/features/kits/form.server.ts'"]],
  ],
  [
    '2, 3 features and their sub-folders form no circle',
    imports.roomsHaveNoCircle,
    [
      ['app/features/orders/checkout/rules.ts', "import type { X } from '~/features/cart/rules.ts'"],
      ['app/features/orders/refund/ui/a.tsx', "import { X } from '~/features/orders/rules.ts'"],
      ['app/features/orders/feature.server.ts', "import { x } from './refund/jobs.server.ts'"],
    ],
    [
      ['app/features/orders/rules.ts', "import type { X } from './refund/rules.ts'"],
      ['app/features/orders/refund/rules.ts', "import type { X } from '~/features/cart/rules.ts'"],
      ['app/features/cart/ui/panel.tsx', "import { X } from '~/features/orders/ui/x.tsx'"],
    ],
  ],
  [
    '2 only the owner writes a table',
    code.ownersWriteTheirTables(tableOwners),
    [['app/features/orders/commands.server.ts', "trx.insertInto('orders').values({})"]],
    [['app/features/cart/commands.server.ts', "trx.updateTable('orders as o').set({})"]],
  ],
  [
    'ASVS 1.2.4: nobody writes a table in raw SQL',
    code.ownersWriteTheirTables(tableOwners),
    [['app/server/database/migrate.ts', 'sql`delete from orders`']],
    [['app/features/orders/commands.server.ts', 'sql`delete from orders`']],
  ],
  [
    'D101 nothing that is asked of PostgreSQL outlives its transaction in a connection',
    code.connectionsKeepNothing,
    [
      [
        'app/server/database/engine.ts',
        "sql`select pg_advisory_xact_lock(5)`; sql`set local lock_timeout = '20s'`; 'set to'; 'listens'; `select set_config('a', '0', true)`",
      ],
      ['app/server/live/postgres-notices.ts', 'one.query(`listen news`)'],
    ],
    [['app/features/cart/jobs.server.ts', 'sql`select pg_advisory_lock(5)`']],
  ],
  [
    '3 screens import no server file',
    imports.screensStayInTheBrowser,
    [
      [
        'app/features/cart/ui/panel.tsx',
        "import css from './panel.module.css'; import { a } from '../rules.ts'",
      ],
    ],
    [['app/features/cart/ui/panel.tsx', "import type { X } from '../queries.server.ts'"]],
  ],
  [
    '3 the table of addresses stays on the server',
    imports.tableStaysOnTheServer,
    [
      ['app/href.ts', "import type { AddressTable } from './addresses.ts'"],
      ['app/server/env.ts', "import { apiBases } from '~/addresses.ts'"],
    ],
    [['app/href.ts', "import { addresses } from './addresses.ts'"]],
  ],
  [
    '3 addresses of the site come from their table',
    code.addressesComeFromTheTable(Object.keys(addresses)),
    [
      ['app/addresses.ts', "const table = { '/kits': {} }"],
      [
        'app/ui/page.tsx',
        "const home = { to: href('/') }; isAt(path, ['/kits', '/login']); isBelow(path, '/gallery'); '/Image/a.svg'; 'https://a.example/kits'",
      ],
    ],
    [['app/ui/page.tsx', 'const x = <a href="/kits#all" />']],
  ],
  [
    '3 regular expressions with addresses are addresses too',
    code.addressesComeFromTheTable(Object.keys(addresses)),
    [['app/ui/page.tsx', 'const x = /^\\/Image(\\/|$)/']],
    [['app/ui/page.tsx', 'const x = /^\\/gallery(\\/|$)/']],
  ],
  [
    '3 so are addresses within sentences',
    code.addressesComeFromTheTable(Object.keys(addresses)),
    [['app/ui/page.tsx', "const y = '表（' + href('/kits') + '）'"]],
    [['app/ui/page.tsx', "const x = 'お店の机の「表」（/admin/feed）で'"]],
  ],
  [
    '4 routes leave the database alone',
    imports.routesImportNoDatabase,
    [['app/routes/shop/kits.tsx', "import { kits } from '~/features/kits/queries.server.ts'"]],
    [['app/routes/shop/kits.tsx', "import { sql } from 'kysely'"]],
  ],
  [
    '4 routes and screens touch no table',
    code.screensTouchNoTable,
    [['app/features/products/kit.queries.server.ts', "export const all = (db) => db.selectFrom('kit')"]],
    [['app/routes/api/feed.ts', "export const loader = ({ db }) => db.selectFrom('kit')"]],
  ],
  [
    '4 routes hold routes',
    (files) =>
      imports.routesHoldRoutes([
        ...files,
        sourceFile('app/addresses.ts', "const row = { file: 'routes/shop/kits.tsx' }"),
      ]),
    [['app/routes/shop/kits.tsx', "import type { Route } from './+types/kits'"]],
    [['app/routes/shop/frame.tsx', '']],
  ],
  [
    '4 a form of a member outlives a lost request',
    code.formsOutliveLostRequests,
    [
      [
        'app/routes/account/logout.tsx',
        'export const action = () => 1\nexport const clientAction = ({ serverAction }) => orLost(serverAction)',
      ],
      ['app/routes/account/device.tsx', 'export const loader = () => 1'],
    ],
    [['app/routes/account/logout.tsx', 'export const action = () => 1']],
  ],
  [
    '4 the server knows no feature',
    imports.serverImportsNoFeature,
    [['app/server/jobs.ts', "import { log } from './log.ts'"]],
    [['app/server/jobs.ts', "import type { X } from '~/features/cart/rules.ts'"]],
  ],
  [
    '4 the shape of the data knows nobody',
    imports.databaseKnowsNobody,
    [['db/schema.ts', "import type { Generated } from 'kysely'; import type { A } from './order-tables.ts'"]],
    [['db/recipe-tables.ts', "import type { Work } from '~/features/recipes/types.ts'"]],
  ],
  [
    '4 a migration imports nothing that lives on',
    imports.databaseKnowsNobody,
    [['db/migrations/all-migrations.ts', "import { a } from './0001-a.ts'; import 'kysely/migration'"]],
    [['db/migrations/0001-a.ts', "import type { Schema } from '../schema.ts'"]],
  ],
  [
    '4 the data are read without packages',
    imports.databaseKnowsNobody,
    [['db/migrations/0001-a.ts', "import { sql } from 'kysely'"]],
    [['db/migrations/0001-a.ts', "import { z } from 'zod'"]],
  ],
  [
    '4 the entry of a feature alone takes the content of the demo',
    imports.onlyEntriesTakeTheDemo,
    [
      ['app/features/products/feature.server.ts', "import { demoKits } from '#demo/kits.ts'"],
      ['demo/recipes.ts', "import { work } from './work.ts'"],
    ],
    [['app/features/products/kit.commands.server.ts', "import { demoKits } from '#demo/kits.ts'"]],
  ],
  [
    '5 only server/env reads the environment',
    code.onlyEnvReadsTheEnvironment,
    [['app/server/env.ts', 'export const read = () => process.env']],
    [['payment-simulator/pay-page.ts', "const all = process['env']"]],
  ],
  [
    "5 only the server's reader of settings imports them",
    imports.onlyTheServerReadsSettings,
    [['app/server/shop-settings.ts', "import { shopSettings } from '#settings'"]],
    [['app/root.tsx', "import { shopSettings } from '#settings'"]],
  ],
  [
    '6 a command that a route can reach reads its actor',
    (files) =>
      code.commandsReadTheActor([
        ...files,
        sourceFile('app/routes/ship.ts', "import { ship } from '~/features/orders/commands.server.ts'"),
      ]),
    [
      [
        'app/features/orders/commands.server.ts',
        'export const ship = (ctx: AppContext, actor: Actor) => allows(actor); export const job = (ctx: AppContext) => 1',
      ],
    ],
    [
      [
        'app/features/orders/commands.server.ts',
        'export const ship = (ctx: AppContext, actor: Actor) => ctx.actor',
      ],
    ],
  ],
  [
    '6 what a server file is given it uses',
    code.serverFilesUseWhatTheyAreGiven,
    [
      [
        'app/features/orders/commands.server.ts',
        'const row = ({ lines: _lines, ...rest }) => rest; export const ship = (ctx, actor) => row(actor)',
      ],
    ],
    [['app/features/orders/commands.server.ts', 'export const ship = (ctx, _actor: Actor) => ctx.db']],
  ],
  [
    '6 forms are read in one way',
    code.formsAreReadInOneWay,
    [['app/kernel/form.ts', 'export const formOf = (request) => request.formData()']],
    [['app/routes/shop/kits.tsx', 'const form = await request.clone().formData()']],
  ],
  [
    '6 transactions are begun in one way, and what is no row follows their commit',
    code.effectsFollowTheCommit,
    [
      [
        'app/features/comments/commands.server.ts',
        'inTransaction(ctx, async (trx) => { trx.onCommit(() => ctx.notices.publish(topic, 1)); trx.onCommit(ctx.wakeMail) })',
      ],
      ['app/features/comments/jobs.server.ts', 'ctx.notices.publish(topic, 1)'],
    ],
    [['app/features/comments/commands.server.ts', 'ctx.notices.publish(topic, 1)']],
  ],
  [
    '6 nobody wakes the mails by hand',
    code.effectsFollowTheCommit,
    [['app/server/mail/outbox.ts', 'trx.onCommit(() => wakeMail())']],
    [['app/features/orders/payment/jobs.server.ts', 'ctx.wakeMail()']],
  ],
  [
    '6 nobody begins a transaction of their own',
    code.effectsFollowTheCommit,
    [['app/server/database/transaction.ts', 'db.transaction().execute(work)']],
    [['app/features/products/kit.commands.server.ts', 'ctx.db.transaction().execute(work)']],
  ],
  ...(
    [
      ['app/features/cart/rules.ts', 'Map.groupBy(lines, kind)'],
      ['app/features/cart/ui/cart.tsx', 'lines.toSorted()'],
      ['app/kernel/text.ts', "text.replace(/(?<=a)b/g, '')"],
      ['app/kernel/days.ts', 'new RegExp(`(?<!a)b`)'],
      ['app/kernel/colours.ts', '/a/v.test(text)'],
      ['app/kernel/prices.ts', String.raw`new RegExp(/(-)\1/.source, 'iu')`],
      ['app/kernel/dates.ts', String.raw`/^(?<mark>-)\k<mark>/u.test(text)`],
      ['app/kernel/lists.ts', 'groups.values().map(one)'],
      ['app/ui/form.tsx', 'form.requestSubmit()'],
      ['app/features/desk/access/ui/door.tsx', 'PublicKeyCredential.parseRequestOptionsFromJSON(json)'],
      ['app/features/cart/ui/badge.tsx', 'class Badge { static { Badge.all = 1 } }'],
      ['app/ui/sheet.tsx', "place.querySelector('p, :popover-open')"],
    ] as const
  ).map(
    (bad) =>
      [
        `what reaches a browser runs in Chrome 99 and Safari 15.4, unlike ${bad[1]}`,
        browser.olderBrowsersRunIt,
        [
          ['app/ui/older-browsers.ts', 'Map.groupBy ??= (items) => items'],
          ['app/ui/sheet.tsx', "place.querySelector('p, :is(:popover-open, [open])')"],
          [
            'app/features/cart/rules.ts',
            'Map.groupBy(lines, kind); Object.entries(of).map(one); list.findLast(one)',
          ],
          ['app/features/cart/queries.server.ts', "lines.toSorted(); text.replace(/(?<=a)b/g, '')"],
        ],
        [bad],
      ] as const,
  ),
  ...['<Link to="#steps" />', '<ButtonLink to={`#steps`} />'].map(
    (bad) =>
      [
        `W49: a link within a page is plain, unlike ${bad}`,
        browser.linksWithinPageArePlain,
        [['app/ui/way.tsx', '<><a href="#steps" /><Link to={path} /></>']],
        [['app/ui/way.tsx', bad]],
      ] as const,
  ),
  ...[
    ["document.addEventListener('visibilitychange', look)"],
    ["for (const name of ['pagehide']) window.addEventListener(name, look)"],
    ['window.onpagehide = () => {}'],
    ["const [now, change] = useState(0); window.addEventListener('pagehide', () => change(1))"],
    ['const write = () => { keep(); setKeptAt(1) }; whenHidden(() => write())'],
    ['const write = () => setKeptAt(1); const now = useRef(write); whenHidden(() => now.current())'],
    ['const save = () => set({}); const ref = useRef(() => {}); ref.current = save; whenHidden(ref.current)'],
    ['whenHidden(() => void keep().then(setKept))'],
    ["const tell = useCallback(() => listener(), []); window.addEventListener('freeze', tell)"],
    ["import { save } from './save.ts'; window.addEventListener('beforeunload', save)"],
  ].map(
    ([bad = '']) =>
      [
        'S33: no state of React is set while a page is being hidden',
        browser.hiddenPagesSetNoState,
        [
          [
            'app/features/cart/ui/cart-store.ts',
            "const save = () => storage.setItem('a', b); window.addEventListener('pagehide', save); window.removeEventListener('pagehide', save)",
          ],
          [
            'app/ui/use-form-draft.ts',
            'const [kept, setKept] = useState(0); const now = useRef(save); whenHidden(() => now.current()); whenShown(() => setKept(1)); setTimeout(() => setKept(2), 1)',
          ],
          ['app/ui/page-visibility.ts', "document.addEventListener('visibilitychange', () => listener())"],
        ],
        [['app/features/cart/ui/use-cart.tsx', bad]],
      ] as const,
  ),
  [
    '7 rule ids stand in docs/product-rules.md',
    code.ruleIdsExist(ruleIds),
    [['app/a.ts', '// The server decides (S1).']],
    [['app/a.test.ts', "test('S99: nothing', () => {})"]],
  ],
  ...['// N999', '// S999: not ours', '// as K99 has it'].map(
    (bad) =>
      [
        `7 no rule is named that is not known (${bad})`,
        code.ruleIdsExist(ruleIds),
        [['app/a.ts', '// The owner hears of it (N23, K14).']],
        [['app/a.ts', bad]],
      ] as const,
  ),
  ...["test('39: a list of elsewhere', () => {})", "test('28, K3: nothing', () => {})"].map(
    (bad) =>
      [
        `7 names of tests count no list of elsewhere (${bad})`,
        code.testsNumberNothing,
        [['app/a.test.ts', "test('S1: the server decides', () => {}); test('39 of 40 fit', () => {})"]],
        [['app/a.test.ts', bad]],
      ] as const,
  ),
  ...[
    "export const tooLong = '500文字以内で入力してください。'",
    "export const tooBig = '4,000万画素までです。'",
    "export const tooFull = '1GBより少なくなりました。'",
    "export const tooWide = '9けたまでの整数です。'",
    'export const tooMany = () => `8枚までです。`',
    'export const Hint = () => <p>24時間有効です。</p>',
    'export const Field = () => <input title="1,000件を超えています" />',
  ].map(
    (bad) =>
      [
        `7 a text that names a limit reads it: ${bad}`,
        texts.limitsAreRead,
        [
          [
            'app/a.tsx',
            'export const Hint = () => <p>{most}枚まで、2枚以上は切らずに。30分ほどお待ちください。</p>',
          ],
          ['app/b.ts', "const unit = { day: '日' }; // 500文字まで"],
          ['tests/a.ts', "export const said = '500文字まで'"],
        ],
        [['app/a.tsx', bad]],
      ] as const,
  ),
  [
    'no circle between files',
    house.noCircles,
    [
      ['app/a.ts', "import { b } from './b.ts'; import { c } from './c.ts'"],
      ['app/b.ts', "import type { C } from './c.ts'"],
    ],
    [
      ['app/a.ts', "import { b } from './b.ts'"],
      ['app/b.ts', "import type { C } from './c.ts'"],
      ['app/c.ts', "import './a.ts'"],
    ],
  ],
  [
    'nothing of ours is named by a word that docs/glossary.md bans',
    house.noBannedWords(banned),
    [
      [
        'app/server/worker.ts',
        "const network = (goods: string) => goods; interface Recipe { readonly work: '/api/goods' }",
      ],
      ['db/migrations/0020-works.ts', 'export const work = () => 1'],
    ],
    [['app/server/jobs.ts', 'const runWork = () => 1']],
  ],
  [
    'nothing lives in module scope',
    code.noModuleState,
    [
      [
        'app/server/log.ts',
        "const names = new Set(['a']); export const make = () => { let n = 0; return n }",
      ],
    ],
    [['app/server/log.ts', 'const cache = new Map()']],
  ],
  [
    'nothing has more than 400 lines, content, tables and tests aside',
    code.filesAreSmall,
    [
      ['app/server/log.ts', 'x()\n'.repeat(400)],
      ['app/addresses.ts', 'x()\n'.repeat(401)],
    ],
    [['app/server/log.ts', 'x()\n'.repeat(401)]],
  ],
]

describe('the architecture rules', () => {
  test.each(rules)('%s', (_, rule) => {
    expect(rule([...sources, ...recipes]).filter((found) => !otherSteps.test(found))).toEqual([])
  })

  test.each([
    ['app/features/cart/ui/goods-now.tsx', ''],
    ['app/a.ts', 'export interface Goods {}'],
    ['app/a.ts', 'type ListedGoods = 1'],
    ['app/a.ts', 'function goodsOf() {}'],
    ['app/a.ts', 'export const goodsOf = () => 1'],
    ['db/schema.ts', 'export interface Schema { goods: 1 }'],
  ])('names with a banned word are found in %s: %s', (path, text) => {
    expect(house.noBannedWords(new Set(['goods']))([sourceFile(path, text)])).not.toEqual([])
  })

  test('7 no rule stands twice, and each has a test that names it', () => {
    const ids = [...rulesText.matchAll(/^\| ([A-Z]\d+) \|/gm)].map(([, id]) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    expect(ids.length).toBeGreaterThan(300)
    expect(code.rulesAreTested(ruleIds)(sources)).toEqual([])
    const sample = [sourceFile('app/a.test.ts', "test('S11, S1: the server decides', () => {})")]
    expect(code.rulesAreTested(new Set(['S1', 'S11', 'S2']))(sample)).toEqual(['S2 is in no test'])
  })

  test('no other file is named by a banned word, and there are some', () => {
    expect(banned.size).toBeGreaterThan(5)
    expect(house.noBannedWords(banned, paths)([])).toEqual([])
    expect(house.noBannedWords(banned, ['app/ui/goods.module.css'])([])).not.toEqual([])
  })

  test('no class of a style sheet is named by a banned word, and there are some', () => {
    const wrong = house.noBannedClasses(banned)
    const sheets = paths.filter((path) => /^app\/.*\.css$/.test(path))
    expect(sheets.length).toBeGreaterThan(50)
    expect(sheets.flatMap((path) => wrong(path, readFileSync(join(project, path), 'utf8')))).toEqual([])
    expect(wrong('a.css', '/* .goods */ .product { background: url(a.work.svg); margin: .5rem }')).toEqual([])
    for (const bad of ['.list .work:hover {}', '.cloth0 {}', 'li.order-goods {}', '.allWorks {}'])
      expect(wrong('a.css', bad), bad).toHaveLength(1)
  })

  const nothingSaid = /(^|[/.])(index|utils?|helpers?|common|misc|lib)([/.]|$)/
  test('5 names say what is inside', () => {
    expect(
      ['app/ui/index.ts', 'app/lib/a.ts', 'app/a.helpers.ts'].filter((path) => !nothingSaid.test(path)),
    ).toEqual([])
    expect(paths.filter((path) => !/^(node_modules|build)/.test(path) && nothingSaid.test(path))).toEqual([])
  })
})

describe('each rule', () => {
  test.each(rules)('lets the good pass and finds the bad: %s', (_, rule, good, bad) => {
    expect(rule(good.map(([path, text]) => sourceFile(path, text)))).toEqual([])
    expect(rule(bad.map(([path, text]) => sourceFile(path, text)))).not.toEqual([])
  })
})

test.each([
  'select pg_try_advisory_lock_shared(1)',
  'listen news',
  "select set_config('lock_timeout', '5', false)",
  "set statement_timeout = '5s'",
  'set session lock_timeout to 5',
  'create temporary table x (id int)',
  'prepare x as select 1',
  'declare x cursor with hold for select 1',
])('D101: a connection would keep something of: %s', (text) => {
  expect(code.connectionsKeepNothing([sourceFile('cli/data.ts', `db.query("${text}")`)])).toHaveLength(1)
})
