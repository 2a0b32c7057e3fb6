// Leaves out of the browser's router what this shop does not use (docs/decisions/0169): routes are discovered with the first page, and
// nothing measures the router. On the server it has a page looked up and handed over for less (docs/decisions/0220).

const unused = {
  'lib/dom/ssr/fog-of-war.js': `
    export const URL_LIMIT = 0
    export const isFogOfWarEnabled = () => false
    export const useFogOFWarDiscovery = () => {}
    export const getPatchRoutesOnNavigationFunction = () => undefined
    export const getPartialManifest = undefined
    export const getManifestPath = undefined
    export const getPathsWithAncestors = undefined
    export const handleClientVersionMismatch = undefined
  `,
  'lib/router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = (router) => router
    export const instrumentHandler = undefined
    export const instrumentationResultMetaContext = undefined
  `,
}

const namesIn = (text) => {
  const list = /export \{([^}]*)\}/.exec(text)?.[1]
  const names = list?.split(',').map((name) => name.trim()) ?? []
  return [...names, ...[...text.matchAll(/export const (\w+)/g)].map(([, name]) => name)].sort()
}

/** @returns {import('vite').Plugin} fails the build when a newer router exports something else from these files, or has them elsewhere */
export const routerForBrowser = (replaced = new Set()) => ({
  name: 'router-for-browser',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: {
      id: /\/react-router\/dist\/production\/lib\/(?:dom\/ssr\/fog-of-war|router\/instrumentation)\.js$/,
    },
    handler(text, id) {
      const [, short = ''] = id.split('/react-router/dist/production/')
      const instead = unused[short] ?? ''
      if (String(namesIn(instead)) !== String(namesIn(text)))
        this.error(
          `${short} of react-router exports ${namesIn(text)}: look at scripts/router-for-browser.js again`,
        )
      replaced.add(short)
      return { code: instead, map: null }
    },
  },
  generateBundle() {
    const left = Object.keys(unused).filter((name) => !replaced.has(name))
    if (left.length > 0)
      this.error(`react-router has no ${left} any more: look at scripts/router-for-browser.js again`)
  },
})

const marked = 'discover = "render"'
const linkBegins = 'defaultShouldRevalidate, ...rest }, forwardedRef) {'
/** An address of the shop that needs no resolving: the router works each of a page's links out from the routes around it, several times. */
export const plainAddress = /^\/(?:[\w%-]+(?:\/[\w%-]+)*)?(?:\?[^#]+)?$/
const plainLink = `
  if (prefetch === 'none' && mask === undefined && typeof to === 'string' && ${plainAddress}.test(to))
    return React$1.createElement('a', { ...rest, href: to, target })`

/**
 * @returns {import('vite').Plugin} leaves the mark for discovery out of links and forms, and has the server write a link as what it is
 *   (docs/decisions/0206); fails the build when the router has them elsewhere
 */
export const linksOfRouter = () => ({
  name: 'links-of-router',
  apply: 'build',
  transform: {
    filter: { id: /\/react-router\/dist\/(?:production|development)\/lib\/dom\/lib\.js$/ },
    handler(text) {
      if (!text.includes(marked) || text.split(linkBegins).length !== 2)
        this.error('links of react-router have changed: look at scripts/router-for-browser.js again')
      const code = text.replaceAll(marked, 'discover = "none"')
      const isServer = this.environment.name === 'ssr'
      return { code: isServer ? code.replace(linkBegins, () => linkBegins + plainLink) : code, map: null }
    },
  },
})

/** The branches of routes that may match a path, in their order, by its first part; a branch that begins with a value may match any. */
const branchesByBegin = `
const beginOf = (path) => (/^\\/([^/?#]*)/.exec(path)?.[1] ?? '').toLowerCase()
const isAnything = (begin) => /[:*?]/.test(begin)
const branchesByBegin = (branches) => {
  const begins = branches.map(({ path }) => beginOf(path))
  const kept = new Map()
  const among = (begin) => branches.filter((_, at) => begins[at] === begin || isAnything(begins[at]))
  for (const begin of begins) if (!kept.has(begin)) kept.set(begin, among(begin))
  const others = branches.filter((_, at) => isAnything(begins[at]))
  return (path) => {
    const begin = beginOf(path)
    return begin.includes('%') ? branches : kept.get(begin) ?? others
  }
}
`
const branchesKept = 'this.#branches = flattenAndRankRoutes(routes);'
const branchesTried = 'allowPartial, this.#branches)'
const classOfMatcher = 'var V6RegExMatcher = class {'

const madeAtOnce =
  'serverHandoffStream: encodeViaTurboStream(state, request.signal, build.entry.module.streamTimeout, serverMode),'
const madeWhenRead = `
    let stream
    Object.defineProperty(entryContext, 'serverHandoffStream', {
      get: () => stream ??= ${madeAtOnce.slice('serverHandoffStream: '.length, -1)},
    })`
const modulesEachTime = 'routeModules: createEntryRouteModules(build.routes),'
const modulesKept = 'routeModules: (build.entry.modules ??= createEntryRouteModules(build.routes)),'
const afterContext = 'let handleDocumentRequestFunction ='

/** Each a text of the router, and what stands there instead. */
const ofServer = {
  'lib/router/matcher.js': [
    [classOfMatcher, `${branchesByBegin}\n${classOfMatcher}\n\t#among = () => [];`],
    [branchesKept, `${branchesKept}\n\t\tthis.#among = branchesByBegin(this.#branches);`],
    [
      branchesTried,
      'allowPartial, allowPartial ? this.#branches : this.#among(typeof locationArg === "string" ? locationArg : locationArg.pathname))',
    ],
  ],
  'lib/server-runtime/server.js': [
    [madeAtOnce, ''],
    [modulesEachTime, modulesKept],
    [afterContext, `${madeWhenRead}\n\t\t${afterContext}`],
  ],
}

/** A text of the router as the server's build has it; throws when it has changed. */
export const textOfServer = (short, text) =>
  (ofServer[short] ?? []).reduce((code, [known, instead]) => {
    if (!code.includes(known))
      throw new Error(`${short} of react-router has changed: look at scripts/router-for-browser.js again`)
    return code.replace(known, () => instead)
  }, text)

/**
 * @returns {import('vite').Plugin} on the server: an address is compared with the routes that begin as it does instead of with all, and the
 *   stream of a page's data is made when somebody reads it, for what reads it are few pages (docs/decisions/0209); fails the build when the router has them elsewhere
 */
export const routerOfServer = (replaced = new Set()) => ({
  name: 'router-of-server',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  transform: {
    filter: { id: /\/react-router\/dist\/production\/lib\/(?:router\/matcher|server-runtime\/server)\.js$/ },
    handler(text, id) {
      const [, short = ''] = id.split('/react-router/dist/production/')
      const code = textOfServer(short, text)
      replaced.add(short)
      return { code, map: null }
    },
  },
  generateBundle() {
    const left = Object.keys(ofServer).filter((name) => !replaced.has(name))
    if (left.length > 0)
      this.error(`react-router has no ${left} any more: look at scripts/router-for-browser.js again`)
  },
})
