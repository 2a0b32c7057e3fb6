// Leaves out of the packages for the browser what no page of ours reaches (docs/decisions/0208): the bodies of functions that belong to
// features without a user here, and what the router would tell a developer. `tests/unused-parts.test.ts` holds that nothing here uses them.

/** A newer release is read again before it is named here. */
export const lookedAt = { 'react-dom': '19.3.1', 'react-router': '8.4.0' }

/**
 * @typedef {object} Cut
 * @property {Record<string, string>} [bodies] what a function of that name, at whatever depth, does instead
 * @property {[string, string][]} [texts] what stands instead of each place of a text
 * @property {string} [statements] the beginning of outermost statements that go
 */

const nothing = (...names) => Object.fromEntries(names.map((name) => [name, '']))

/** Transitions of views, handles of fragments, lists of boundaries, `Activity`, states of actions; an error's stack of components. */
const reactDom = {
  bodies: {
    ...nothing(
      'applyViewTransitionToHostInstances',
      'applyViewTransitionToHostInstancesRecursive',
      'restoreViewTransitionOnHostInstances',
      'commitAppearingPairViewTransitions',
      'commitEnterViewTransitions',
      'commitDeletedPairViewTransitions',
      'commitExitViewTransitions',
      'commitNestedViewTransitions',
      'restorePairedViewTransitions',
      'restoreEnterOrExitViewTransitions',
      'restoreNestedViewTransitions',
      'measureViewTransitionHostInstancesRecursive',
      'measureNestedViewTransitions',
      'trackEnterViewTransitions',
      'scheduleViewTransitionEvent',
      'getViewTransitionName',
      'getViewTransitionClassName',
      'createViewTransitionInstance',
      'restoreViewTransitionName',
      'applyViewTransitionName',
      'pushViewTransitionCancelableScope',
      'commitAfterMutationEffectsOnFiber',
      'recursivelyTraverseAfterMutationEffects',
      'flushAfterMutationEffects',
      'startViewTransition',
      'reportViewTransitionError',
    ),
    ...nothing(
      'FragmentInstance',
      'addFragmentHandleToFiber',
      'commitNewChildToFragmentInstance',
      'commitNewChildToFragmentInstances',
      'deleteChildFromFragmentInstance',
      'commitFragmentInstanceInsertionEffects',
      'commitFragmentInstanceDeletionEffects',
    ),
    ...nothing('updateSuspenseListComponent', 'cutOffTailIfNeeded', 'initSuspenseListRenderState'),
    ...nothing('updateActivityComponent'),
    ...nothing(
      'mountActionState',
      'updateActionState',
      'rerenderActionState',
      'updateActionStateImpl',
      'dispatchActionState',
      'runActionStateAction',
    ),
    getStackByFiberInDevAndProd: 'return ""',
  },
  statements: 'FragmentInstance.prototype.',
}

const withoutServerComponents = [['useIsRSCRouterContext()', 'false']]

/** Of react-router, below `dist/production/lib`. */
const router = {
  'components.js': {
    texts: [
      ...withoutServerComponents,
      ['!viewTransitionOpts || !isViewTransitionAvailable', 'true'],
      ['vtContext.isTransitioning && !vtContext.flushSync', 'false'],
      ['renderDfd && pendingState && router.window', 'false'],
      ['renderDfd && pendingState && state.location', 'false && state.location'],
      ['!vtContext.isTransitioning && interruption', 'false'],
    ],
  },
  'dom-export/hydrated-router.js': {
    texts: [
      ['ssrInfo.context.isSpaMode', 'false'],
      // Most pages have their data without a stream (docs/decisions/0209).
      [
        'if (!ssrInfo.stateDecodingPromise) {',
        'if (!ssrInfo.context.state && !ssrInfo.stateDecodingPromise) {',
      ],
      ['if (ssrInfo.stateDecodingPromise.error)', 'if (ssrInfo.stateDecodingPromise?.error)'],
      [
        'if (!ssrInfo.stateDecodingPromise.value)',
        'if (ssrInfo.stateDecodingPromise && !ssrInfo.stateDecodingPromise.value)',
      ],
    ],
  },
  'dom/lib.js': { bodies: { useViewTransitionState: 'return false' } },
  'dom/ssr/components.js': {
    texts: withoutServerComponents,
    bodies: { PrefetchPageLinks: 'return null', usePrefetchBehavior: 'return [false, undefined, {}]' },
  },
  'dom/ssr/errorBoundaries.js': {
    // Above the page's own page of errors, so that nothing of it can be used.
    bodies: {
      RemixRootDefaultErrorBoundary: `
        console.error(error)
        return React$1.createElement('html', { lang: 'ja' }, React$1.createElement('body', null,
          'ページを表示できませんでした。', React$1.createElement('a', { href: '' }, 'もう一度読み込む')))
      `,
    },
  },
  'dom/ssr/routeModules.js': {
    // A script that is gone, as after a new build: what was pressed is opened, and the page that was left stays behind Back. After Back the
    // browser is there already.
    texts: [
      [
        'window.location.reload();',
        `
        const { state, location } = window.__reactRouterDataRouter?.state.navigation ?? {}
        const to = state === 'loading' ? new URL(location.pathname + location.search + location.hash, window.location.href).href : window.location.href
        if (to === window.location.href) window.location.reload()
        else window.location.assign(to)
        `,
      ],
    ],
  },
  'dom/ssr/single-fetch.js': { bodies: nothing('nonSsrStrategy') },
  'errors.js': { bodies: nothing('decodeRedirectErrorDigest', 'decodeRouteErrorResponseDigest') },
  'hooks.js': {
    bodies: { useNavigateUnstable: '', RSCErrorHandler: '', DefaultErrorComponent: 'return null' },
  },
  'router/router.js': {
    texts: [
      ['init.patchRoutesOnNavigation', 'undefined'],
      ['init.instrumentations', 'undefined'],
    ],
    bodies: {
      checkFogOfWar: 'return { active: false, matches: null }',
      discoverRoutes: 'return { type: "success", matches }',
      getSavedScrollPosition: 'return null',
      ...nothing('saveScrollPosition', 'enableScrollRestoration'),
      ...nothing('restoreAppliedTransitions', 'persistAppliedTransitions'),
      ...nothing('patchRoutes', 'patchRoutesImpl', '_internalSetRoutes'),
      ...nothing('defaultDataStrategy', 'defaultDataStrategyWithMiddleware'),
    },
  },
  'router/utils.js': { bodies: { getInvalidPathError: 'return ""' } },
}

/** Told to developers: `npm run dev` has them. */
const isCallOf = (names) => (node) => node.type === 'CallExpression' && names.has(node.callee.name)
const isWarning = isCallOf(new Set(['warning', 'UNSAFE_warning', 'warnOnce', 'warningOnce']))
const isInvariant = isCallOf(new Set(['invariant', 'UNSAFE_invariant']))

const isFunction = (node) => node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression'

function* nodesIn(node) {
  if (node === null || typeof node !== 'object') return
  if (typeof node.type === 'string') yield node
  for (const part of Object.values(node)) if (typeof part === 'object') yield* nodesIn(part)
}

/**
 * @param {string} text a module
 * @param {any} program what it parses to
 * @param {Cut} cut
 * @param {boolean} isQuiet whether messages for developers go
 * @returns {string} throws with what the module has not
 */
export const withoutParts = (text, program, { bodies = {}, texts = [], statements }, isQuiet) => {
  const left = new Set([
    ...Object.keys(bodies),
    ...texts.map(([from]) => from),
    ...(statements ? [statements] : []),
  ])
  const cuts = []
  for (const node of nodesIn(program)) {
    if (isFunction(node) && node.id && Object.hasOwn(bodies, node.id.name)) {
      left.delete(node.id.name)
      cuts.push([node.body.start, node.body.end, `{${bodies[node.id.name]}}`])
    } else if (isQuiet && isWarning(node)) cuts.push([node.start, node.end, 'void 0'])
    else if (isQuiet && isInvariant(node) && node.arguments.length > 1)
      cuts.push([node.arguments[0].end, node.end - 1, ''])
  }
  for (const { start, end } of statements ? program.body : [])
    if (text.startsWith(statements, start)) {
      left.delete(statements)
      cuts.push([start, end, ''])
    }
  for (const [from, to] of texts)
    for (let at = text.indexOf(from); at !== -1; at = text.indexOf(from, at + from.length)) {
      left.delete(from)
      cuts.push([at, at + from.length, to])
    }
  if (left.size > 0) throw new Error(`has no ${[...left].join(', ')}`)
  let changed = ''
  let from = 0
  for (const [start, end, instead] of cuts.sort(([one], [other]) => one - other)) {
    // Within a body that is gone.
    if (start < from) continue
    changed += text.slice(from, start) + instead
    from = end
  }
  return changed + text.slice(from)
}

const dom = 'react-dom/cjs/react-dom-client.production.js'
const ofRouter = 'react-router/dist/production/'

/** @returns {import('vite').Plugin} fails the build when a newer package lacks something that is left out here */
export const unusedParts = (seen = new Set()) => ({
  name: 'unused-parts',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: {
      id: /\/node_modules\/react-(?:dom\/cjs\/react-dom-client\.production|router\/dist\/production\/.*)\.js$/,
    },
    handler(text, id) {
      const name = id.slice(id.lastIndexOf('/node_modules/') + '/node_modules/'.length)
      seen.add(name)
      const isRouter = name.startsWith(ofRouter)
      const cut = isRouter ? router[name.slice(`${ofRouter}lib/`.length)] : reactDom
      try {
        return { code: withoutParts(text, this.parse(text), cut ?? {}, isRouter), map: null }
      } catch (error) {
        return this.error(`${name} ${error.message}: look at scripts/unused-parts.js again`)
      }
    },
  },
  generateBundle() {
    const left = [dom, ...Object.keys(router).map((name) => `${ofRouter}lib/${name}`)].filter(
      (name) => !seen.has(name),
    )
    if (left.length > 0) this.error(`there is no ${left} any more: look at scripts/unused-parts.js again`)
  },
})
