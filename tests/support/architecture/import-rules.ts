import type { Import, SourceFile } from './source-file.ts'

/** Gives one sentence for each breach. */
export type Rule = (files: readonly SourceFile[]) => string[]

const isTest = ({ path }: SourceFile): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('tests/')

export const product = (files: readonly SourceFile[]): SourceFile[] => files.filter((file) => !isTest(file))

export const featureOf = (path: string): string | undefined => /^app\/features\/([^/]+)\//.exec(path)?.[1]

/** The table of addresses and the function that makes links of it are as pure as rules. */
export const isPure = (path: string): boolean =>
  /(^|\/)([\w-]+\.)?(rules|types|texts)\.ts$|^app\/(addresses|address-kinds|href)\.ts$/.test(path)

const isServerStep = (path: string): boolean =>
  featureOf(path) !== undefined && /(^|\/)([\w-]+\.)?(queries|commands|jobs)\.server\.ts$/.test(path)

const isPublicFile = (path: string): boolean =>
  isPure(path) || /(^|\/)([\w-]+\.)?(queries|commands)\.server\.ts$/.test(path)

const isUi = (path: string): boolean => /^app\/features\/[^/]+\/ui\//.test(path)

const forbid =
  (where: (path: string) => boolean, isForbidden: (found: Import, path: string) => boolean): Rule =>
  (files) =>
    product(files)
      .filter(({ path }) => where(path))
      .flatMap(({ path, imports }) =>
        imports.filter((found) => isForbidden(found, path)).map(({ target }) => `${path} imports ${target}`),
      )

const below =
  (...folders: string[]) =>
  (path: string) =>
    folders.some((folder) => path.startsWith(folder))

/** Rule 1: nothing else, not even of Node. */
export const kernelImportsNothing = forbid(
  below('app/kernel/'),
  ({ target }) => !target.startsWith('app/kernel/'),
)

/** Rule 1. */
export const rulesArePure = forbid(
  isPure,
  ({ ours, target }) => !(ours && (target.startsWith('app/kernel/') || isPure(target))),
)

/** Rule 2: queries, commands and jobs know features, the schema, the server and the kernel, and no screen. */
export const serverFilesImportNoScreen = forbid(isServerStep, ({ ours, target }) => {
  if (!ours) return /^react(-dom|-router)?(\/|$)/.test(target)
  if (featureOf(target) !== undefined) return isUi(target)
  return !below(
    'app/kernel/',
    'app/server/',
    'app/href.ts',
    'app/requested-address.ts',
    'db/schema.ts',
  )(target)
})

/** Rule 2: another feature is entered through what is pure, its queries or its commands; a screen also through its screens. */
export const featuresUsePublicFiles = forbid(
  (path) => featureOf(path) !== undefined,
  ({ target }, path) => {
    const isOther = featureOf(target) !== undefined && featureOf(target) !== featureOf(path)
    return isOther && !isPublicFile(target) && !(isUi(path) && isUi(target))
  },
)

/** Rules 2 and 3: a feature, its screens included, imports those that stand before it in `order` only. */
export const featuresHaveAnOrder = (order: readonly string[]): Rule => {
  const place = (path: string) => order.indexOf(featureOf(path) ?? '')
  return forbid(
    (path) => featureOf(path) !== undefined,
    ({ target }, path) =>
      featureOf(target) !== undefined &&
      (place(target) < 0 || place(path) < 0 || place(target) > place(path)),
  )
}

/** Rule 3: screens import no server file; `app/ui` knows nothing of the shop, and layouts take screens, not the other way. */
export const screensStayInTheBrowser = forbid(
  (path) => isUi(path) || below('app/ui/')(path),
  ({ ours, target }, path) => {
    if (!ours) return target.startsWith('node:')
    if (below('app/ui/')(path)) return !below('app/ui/', 'app/kernel/', 'app/href.ts')(target)
    if (target.includes('.server') || below('app/server/', 'app/routes/', 'db/')(target)) return true
    return isUi(path) && below('app/layouts/')(target)
  },
)

/** Rule 4: routes parse, ask and answer; neither the database nor a composition root is theirs. */
export const routesImportNoDatabase = forbid(below('app/routes/', 'app/layouts/'), ({ ours, target }) =>
  ours ? below('app/server/database/', 'db/')(target) : /^(kysely|pg|node:sqlite)(\/|$)/.test(target),
)

/** Rule 4: the server knows no feature, page or screen. */
export const serverImportsNoFeature = forbid(
  below('app/server/'),
  ({ ours, target }) =>
    ours && below('app/features/', 'app/routes/', 'app/layouts/', 'app/ui/', 'payment-simulator/')(target),
)

/** The schema imports nothing; a migration imports nothing that changes after it. */
export const databaseKnowsNobody = forbid(below('db/'), ({ ours, target }, path) =>
  ours
    ? !target.startsWith(path.startsWith('db/migrations/') ? 'db/migrations/' : 'db/')
    : !/^kysely(\/|$)/.test(target),
)

/** The demo's content comes in with the list of features, where a real shop can leave it out. */
export const onlyTheListOfFeaturesTakesTheDemo = forbid(
  (path) =>
    below('app/', 'cli/', 'payment-simulator/')(path) &&
    !/^app\/(features|prepare-features)\.server\.ts$/.test(path),
  ({ target }) => target.startsWith('demo/'),
)

/** Rule 5: one file of the server reads the shop's own settings; what others need of them, they are given. */
export const onlyTheServerReadsSettings = forbid(
  (path) =>
    below('app/', 'cli/', 'db/', 'demo/', 'payment-simulator/')(path) &&
    path !== 'app/server/shop-settings.ts',
  ({ target }) => target === 'shop.settings.ts',
)

/** Rule 3: the table of addresses stays on the server; the browser gets the function that makes links, and its types. */
export const tableStaysOnTheServer = forbid(
  (path) => isUi(path) || isPure(path) || below('app/ui/', 'app/layouts/')(path),
  ({ target, ofTypes }) => target === 'app/addresses.ts' && !ofTypes,
)

/** Rule 4: a file of `app/routes` is one that the table of addresses names; nobody imports it. */
export const routesHoldRoutes: Rule = (files) => {
  const table = files.find(({ path }) => path === 'app/addresses.ts')?.text ?? ''
  const isRoute = (path: string) => path.startsWith('app/routes/')
  const unnamed = product(files)
    .filter(({ path }) => isRoute(path) && !table.includes(path.slice('app/'.length)))
    .map(({ path }) => `${path} is no route: the table of addresses does not name it`)
  return [
    ...unnamed,
    ...forbid(
      () => true,
      ({ ours, target }) => ours && isRoute(target) && !/\+types|\.css$/.test(target),
    )(files),
  ]
}

/** Rule 7: of the files with 20 lines or fewer hardly one has a single importer; more than `share` of all are too many. */
export const tinyFilesAreFew =
  (share: number): Rule =>
  (files) => {
    const own = product(files).filter(({ path }) => path.startsWith('app/'))
    const importers = (path: string) =>
      own.filter(({ imports }) => imports.some(({ target }) => target === path)).length
    const tiny = own
      .filter(({ text }) => text.trimEnd().split('\n').length <= 20)
      .filter(({ path }) => !path.startsWith('app/routes/') && importers(path) === 1)
      .map(({ path }) => path)
    return tiny.length > own.length * share ? tiny.map((path) => `${path} could stand where it is used`) : []
  }
