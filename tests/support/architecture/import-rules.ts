import {
  featureOf,
  type Import,
  isFeatureUi,
  isRules,
  isTest,
  type SourceFile,
  visit,
} from './source-file.ts'

/** A rule takes all sources and gives one sentence for each breach. */
export type Rule = (files: readonly SourceFile[]) => string[]

const product = (files: readonly SourceFile[]) => files.filter((file) => !isTest(file))

const forbid = (
  files: readonly SourceFile[],
  forbidden: (found: Import, file: SourceFile) => boolean,
): string[] =>
  files.flatMap((file) =>
    file.imports
      .filter((found) => forbidden(found, file))
      .map((found) => `${file.path} imports ${found.target}`),
  )

const isIn = (folder: string) => (path: string) => path.startsWith(folder)
const isOf = (found: Import, folder: string) => found.ours && found.target.startsWith(folder)
const isGenerated = (found: Import) => found.target.includes('/+types/')

/** Rule 1, first half: the kernel imports itself and nothing else, not even of Node. */
export const kernelStandsAlone: Rule = (files) =>
  forbid(
    product(files).filter(({ path }) => isIn('app/kernel/')(path)),
    (found) => !isOf(found, 'app/kernel/'),
  )

/** Rule 1, second half: rules know the kernel and other rules. */
export const rulesArePure: Rule = (files) =>
  forbid(
    product(files).filter(({ path }) => isRules(path)),
    (found) => !(found.ours && (isOf(found, 'app/kernel/') || isRules(found.target))),
  )

const isDoor = (path: string) =>
  isRules(path) || /(^|\/)([\w-]+[.-])?(queries|commands)\.server\.ts$/.test(path)
const isWork = (path: string) =>
  featureOf(path) !== undefined && /(^|\/)([\w-]+[.-])?(queries|commands|jobs)\.server\.ts$/.test(path)

/** Rule 2: another feature is entered through its rules, queries or commands alone; of screens rule 3 speaks. */
export const featuresKnockAtDoors: Rule = (files) =>
  forbid(product(files), (found, file) => {
    const [from, to] = [featureOf(file.path), featureOf(found.target)]
    const isOther = from !== undefined && found.ours && to !== undefined && to !== from
    return isOther && !isDoor(found.target) && !(isFeatureUi(file.path) && isFeatureUi(found.target))
  })

/** Rule 2: queries, commands and jobs know their own feature, the schema, the server and the kernel. */
export const workKnowsItsPlace: Rule = (files) =>
  forbid(
    product(files).filter(({ path }) => isWork(path)),
    (found) => {
      if (!found.ours) return /^react(-dom|-router)?(\/|$)/.test(found.target)
      if (featureOf(found.target) !== undefined) return isFeatureUi(found.target)
      return !/^(app\/(kernel|server)\/|db\/schema\.ts$)/.test(found.target)
    },
  )

/** The features from the lowest up; those in one row know nothing of each other's screens. */
const order: ReadonlyArray<readonly string[]> = [
  ['catalogue', 'kits', 'content', 'pictures', 'site'],
  ['cart'],
  ['orders'],
  ['payments'],
  ['checkout'],
  ['members'],
  ['recipes'],
  ['reactions', 'comments'],
]
const levelOf = (path: string) => order.findIndex((row) => row.includes(featureOf(path) ?? ''))

/** Rule 3: screens import no server file and other screens only of features below; `app/ui` knows nothing of the shop. */
export const screensStayInTheBrowser: Rule = (files) =>
  forbid(product(files), (found, { path }) => {
    if (!found.ours) return (isFeatureUi(path) || isIn('app/ui/')(path)) && found.target.startsWith('node:')
    if (isIn('app/ui/')(path)) return !isOf(found, 'app/ui/') && !isOf(found, 'app/kernel/')
    if (!isFeatureUi(path)) return false
    const isServers =
      found.target.includes('.server') || /^(app\/(server|routes|layouts)|db)\//.test(found.target)
    const isOther = featureOf(found.target) !== featureOf(path)
    return isServers || (isFeatureUi(found.target) && isOther && levelOf(found.target) >= levelOf(path))
  })

/** Rule 4: routes parse, ask and answer; the database is not theirs. */
export const routesLeaveTheDatabase: Rule = (files) =>
  forbid(
    product(files).filter(({ path }) => isIn('app/routes/')(path) || isIn('app/layouts/')(path)),
    (found) =>
      found.ours
        ? isOf(found, 'app/server/database/') || isOf(found, 'db/')
        : /^(kysely|pg|node:sqlite)(\/|$)/.test(found.target),
  )

/** Rule 4: the server knows no feature, no page and no screen. */
export const serverKnowsNoFeature: Rule = (files) =>
  forbid(
    product(files).filter(({ path }) => isIn('app/server/')(path)),
    (found) => found.ours && /^(app\/(features|routes|layouts|ui)|payment-simulator)\//.test(found.target),
  )

/** Rule 4: the composition root is built, not imported. */
export const nobodyImportsTheWorld: Rule = (files) =>
  forbid(files, (found) => found.target === 'app/world.server.ts')

/** Rule 5: one file of the server reads the shop's own settings; what others need of them, they are given. */
export const onlyTheServerReadsSettings: Rule = (files) =>
  forbid(
    product(files).filter(({ path }) => /^(app|db|payment-simulator)\//.test(path)),
    (found, { path }) => found.target === 'shop.settings.ts' && path !== 'app/server/shop-settings.ts',
  )

const routeFilesOf = (files: readonly SourceFile[]): ReadonlySet<string> => {
  const table = files.find(({ path }) => path === 'app/routes.ts')
  const named = new Set<string>()
  visit(table?.program, ({ type, value }) => {
    if (type === 'Literal' && typeof value === 'string' && /^(routes|layouts)\/.+\.tsx?$/.test(value))
      named.add(`app/${value}`)
  })
  return named
}

/** Rule 4: `routes/` holds the files that `routes.ts` names, and no other. */
export const routesHoldRoutesOnly: Rule = (files) => {
  const named = routeFilesOf(files)
  return product(files)
    .filter(({ path }) => isIn('app/routes/')(path) && !named.has(path))
    .map(({ path }) => `${path} is named by no route`)
}

/** Rule 4: only `routes.ts` names route files. */
export const onlyRoutesNamesRoutes: Rule = (files) => {
  const named = routeFilesOf(files)
  const inStrings = product(files)
    .filter(({ path }) => path !== 'app/routes.ts')
    .flatMap(({ path, text }) =>
      [...named]
        .filter((route) => text.includes(route.slice('app/'.length)))
        .map((route) => `${path} names ${route}`),
    )
  return [...forbid(files, (found) => named.has(found.target)), ...inStrings]
}

/** Every import names a file that exists, so that the other rules see where it leads. */
export const importsLeadSomewhere: Rule = (files) => {
  const known = new Set(files.map(({ path }) => path))
  return forbid(
    files,
    (found) =>
      found.ours && !isGenerated(found) && /\.(ts|tsx|js)$/.test(found.target) && !known.has(found.target),
  ).concat(
    forbid(files, (found) => found.ours && !isGenerated(found) && !/\.\w+(\?\w+)?$/.test(found.target)),
  )
}

const circlesOf = (edges: ReadonlyMap<string, ReadonlySet<string>>): string[] => {
  const done = new Set<string>()
  const circles: string[] = []
  const walk = (at: string, way: readonly string[]) => {
    const seen = way.indexOf(at)
    if (seen >= 0) circles.push([...way.slice(seen), at].join(' -> '))
    if (seen >= 0 || done.has(at)) return
    for (const next of edges.get(at) ?? []) walk(next, [...way, at])
    done.add(at)
  }
  for (const start of edges.keys()) walk(start, [])
  return circles
}

const edgesBetween = (
  files: readonly SourceFile[],
  keep: (found: Import) => boolean,
  nameOf: (path: string) => string | undefined,
) => {
  const edges = new Map<string, Set<string>>()
  for (const { path, imports } of files) {
    const from = nameOf(path)
    if (from === undefined) continue
    const targets = edges.get(from) ?? new Set()
    for (const found of imports.filter((each) => each.ours && keep(each))) {
      const to = nameOf(found.target)
      if (to !== undefined && to !== from) targets.add(to)
    }
    edges.set(from, targets)
  }
  return edges
}

/** Rule 2: features never use each other in a circle, types included; screens are composed by routes and count apart. */
export const featuresMakeNoCircle: Rule = (files) =>
  circlesOf(
    edgesBetween(
      product(files).filter(({ path }) => !isFeatureUi(path)),
      () => true,
      featureOf,
    ),
  )

/** No file needs itself, by whatever way. */
export const filesMakeNoCircle: Rule = (files) =>
  circlesOf(
    edgesBetween(
      files,
      (found) => !found.typeOnly,
      (path) => path,
    ),
  )
