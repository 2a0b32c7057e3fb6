import type { Import, SourceFile } from './source-file.ts'

/** Gives one sentence for each breach. */
export type Rule = (files: readonly SourceFile[]) => string[]

const isTest = ({ path }: SourceFile): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('tests/')

export const product = (files: readonly SourceFile[]): SourceFile[] => files.filter((file) => !isTest(file))

/** `orders`, or `orders/refund` for what lies in a sub-folder that is no `ui`. */
export const roomOf = (path: string): string | undefined =>
  /^app\/features\/((?:[^/]+\/)?(?!ui\/)[^/]+)\//.exec(path)?.[1]

/** It names what its feature brings, so it enters each sub-folder and takes the demo's content. */
const isEntry = (path: string): boolean => /^app\/features\/[^/]+\/feature\.server\.ts$/.test(path)

/** The table of addresses and the function that makes links of it are as pure as rules. */
export const isPure = (path: string): boolean =>
  /(^|\/)([\w-]+\.)?(rules|types|texts)\.ts$|^app\/(addresses|address-kinds|href)\.ts$/.test(path)

const isServerStep = (path: string): boolean =>
  roomOf(path) !== undefined && /(^|\/)([\w-]+\.)?(queries|commands|jobs)\.server\.ts$/.test(path)

const isPublicFile = (path: string): boolean =>
  isPure(path) || /(^|\/)([\w-]+\.)?(queries|commands)\.server\.ts$/.test(path)

const isUi = (path: string): boolean => /^app\/features\/([^/]+\/)?[^/]+\/ui\//.test(path)

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
  if (roomOf(target) !== undefined) return isUi(target)
  return !below(
    'app/kernel/',
    'app/server/',
    'app/href.ts',
    'app/requested-address.ts',
    'db/schema.ts',
  )(target)
})

/** Rule 2: another feature or sub-folder is entered through what is pure, its queries or its commands; a screen also through its screens. */
export const featuresUsePublicFiles = forbid(
  (path) => roomOf(path) !== undefined && !isEntry(path),
  ({ target }, path) => {
    const isOther = roomOf(target) !== undefined && roomOf(target) !== roomOf(path)
    return isOther && !isPublicFile(target) && !(isUi(path) && isUi(target))
  },
)

/** Rules 2 and 3: features and their sub-folders, screens and types included, import each other in no circle. */
export const roomsHaveNoCircle: Rule = (files) => {
  const uses = new Map<string, Set<string>>()
  for (const { path, imports } of product(files)) {
    const room = roomOf(path)
    if (room === undefined || isEntry(path)) continue
    const others = imports.flatMap(({ target }) => roomOf(target) ?? []).filter((other) => other !== room)
    uses.set(room, new Set([...(uses.get(room) ?? []), ...others]))
  }
  const reach = (room: string, seen: Set<string>): Set<string> => {
    for (const other of uses.get(room) ?? [])
      if (!seen.has(other)) {
        seen.add(other)
        reach(other, seen)
      }
    return seen
  }
  return [...uses.keys()]
    .filter((room) => reach(room, new Set()).has(room))
    .map((room) => `${room} uses itself by way of ${[...(uses.get(room) ?? [])].join(', ')}`)
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

/** The demo's content comes in with the entry of a feature, where a real shop can leave it out. */
export const onlyEntriesTakeTheDemo = forbid(
  (path) =>
    below('app/', 'cli/', 'payment-simulator/')(path) &&
    !isEntry(path) &&
    path !== 'app/brought-by-features.server.ts',
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
