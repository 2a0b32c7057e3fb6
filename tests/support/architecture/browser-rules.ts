import { product, type Rule } from './import-rules.ts'
import { isNode, memberName, type Node, type SourceFile, sourceFile, visit } from './source-file.ts'

const additions = 'app/ui/older-browsers.ts'

/** Newer than Chrome 99 or Safari 15.4. */
const newer = new Set([
  'AbortSignal.any',
  'AbortSignal.timeout',
  'Array.fromAsync',
  'Map.groupBy',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'PublicKeyCredential.parseCreationOptionsFromJSON',
  'PublicKeyCredential.parseRequestOptionsFromJSON',
  'URL.canParse',
  'URL.parse',
  ...'isWellFormed toWellFormed toReversed toSorted toSpliced union intersection difference isDisjointFrom isSubsetOf isSupersetOf symmetricDifference checkVisibility requestSubmit setHTMLUnsafe'
    .split(' ')
    .map((name) => `prototype.${name}`),
])
const ofIterators = new Set('drop every filter find flatMap forEach map reduce some take toArray'.split(' '))
const givesIterator = new Set(['entries', 'keys', 'matchAll', 'values'])

const isOfBrowser = (path: string): boolean =>
  path.startsWith('app/') && !path.startsWith('app/server/') && !path.includes('.server.')

/** `Map.groupBy`, or `prototype.toSorted` for the method of anything. */
const called = (node: Node): string[] => {
  if (node.type !== 'MemberExpression' || !isNode(node.property)) return []
  return [memberName(node) ?? '', `prototype.${node.property.name}`]
}

const isStepOfIterator = ({ type, object, property }: Node): boolean => {
  if (type !== 'MemberExpression' || !isNode(property) || !ofIterators.has(String(property.name)))
    return false
  const from = isNode(object) && object.type === 'CallExpression' ? object.callee : undefined
  if (!isNode(from) || !isNode(from.property) || !isNode(from.object)) return false
  return from.object.name !== 'Object' && givesIterator.has(String(from.property.name))
}

const unreadPattern = ({ type, regex, value }: Node): string | undefined => {
  const text = JSON.stringify(regex ?? value ?? '')
  if (!/Literal|TemplateElement/.test(type)) return undefined
  if (/\(\?<[=!]|"flags":"[^"]*v/.test(text)) return 'has a pattern with lookbehind or the flag v'
  // Of text from JSON Safari matches none of these, whatever its version (seen in WebKitGTK 2.50).
  return /\\(?:k<|[1-9]).*"flags":"[^"]*u/.test(text)
    ? 'refers back within a pattern with the flag u'
    : undefined
}

/** Puts parts of the file together, one of which refers back. */
const isUnreadWhenBuilt = ({ type, callee, arguments: given }: Node, { text }: SourceFile): boolean => {
  if (type !== 'NewExpression' || !isNode(callee) || callee.name !== 'RegExp' || !Array.isArray(given))
    return false
  const flags: unknown = isNode(given[1]) ? given[1].value : ''
  return typeof flags === 'string' && flags.includes('u') && /\\(?:k<|[1-9])/.test(text)
}

/** Browsers that do not know it throw (W50). */
const asksForPopovers = /(?<!:is\()(?<!\w):popover-open/

const findings = (file: SourceFile, added: ReadonlySet<string>): string[] => {
  const found = asksForPopovers.test(file.text) ? [`${file.path} selects :popover-open outside :is()`] : []
  visit(file.program, (node) => {
    const name = called(node).find((each) => newer.has(each) && !added.has(each))
    if (name !== undefined) found.push(`${file.path} calls ${name}`)
    if (node.type === 'StaticBlock') found.push(`${file.path} has a static block`)
    if (isStepOfIterator(node)) found.push(`${file.path} calls a function of iterators`)
    const unread =
      unreadPattern(node) ??
      (isUnreadWhenBuilt(node, file) ? 'builds one with the flag u that refers back' : undefined)
    if (unread !== undefined) found.push(`${file.path} ${unread}`)
  })
  return found
}

/** What is assigned with `??=`. */
const addedIn = (files: readonly SourceFile[]): ReadonlySet<string> => {
  const text = files.find(({ path }) => path === additions)?.text ?? ''
  return new Set(
    [...text.matchAll(/^(\w+)\.(?:(prototype)\.)?(\w+) \?\?=/gm)].map(
      ([, owner, prototype, name]) => `${prototype ?? owner}.${name}`,
    ),
  )
}

/** W67: what a built file asks beyond Chrome 99, Safari 15.4 and what is added for them; packages are in it as well. */
export const newerInBuilt = (path: string, text: string, sources: readonly SourceFile[]): readonly string[] =>
  findings(sourceFile(path, text), addedIn(sources))

/** Whatever may reach a browser asks no more of it than its style sheets do (docs/decisions/0021). */
export const olderBrowsersRunIt: Rule = (files) => {
  const added = addedIn(files)
  return product(files)
    .filter(({ path }) => isOfBrowser(path) && path !== additions)
    .flatMap((file) => findings(file, added))
}

/** `Link` and the router's `navigate` leave the query out of an address that is a bare hash (W49). */
export const linksWithinPageArePlain: Rule = (files) =>
  product(files)
    .filter(({ path, text }) => path.endsWith('.tsx') && /\bto=(?:"#|\{[`'"]#)/.test(text))
    .map(({ path }) => `${path} leads to a bare hash by a Link`)

const visibility = 'app/ui/page-visibility.ts'
const hiding = /^(?:beforeunload|freeze|pagehide|unload)$/
const hidingProperty = /^on(?:beforeunload|freeze|pagehide|unload|visibilitychange)$/
/** By these names the house sets state of React: its own setters, those of the router, and what a store tells. */
const setter = /^(?:set(?!Timeout$|Interval$)(?:[A-Z]\w*)?|dispatch|listener|navigate|revalidate|submit)$/
const functions = /^(?:ArrowFunctionExpression|Function(?:Declaration|Expression))$/
const keepers = /^use(?:Callback|EffectEvent|Ref)$/

const givenTo = (node: Node): readonly unknown[] => (Array.isArray(node.arguments) ? node.arguments : [])
const calleeOf = ({ type, callee }: Node): string | undefined => {
  if (type !== 'CallExpression' || !isNode(callee)) return undefined
  return isNode(callee.property) ? String(callee.property.name) : String(callee.name)
}

interface NamedFunctions {
  /** By name, or `name.current` of a reference that holds one. */
  readonly bodies: ReadonlyMap<string, readonly Node[]>
  /** Whatever `useState` and `useReducer` give to set with. */
  readonly setters: ReadonlySet<string>
}

const functionsIn = ({ program }: SourceFile): NamedFunctions => {
  const bodies = new Map<string, Node[]>()
  const setters = new Set<string>()
  const note = (name: unknown, value: unknown) => {
    if (!isNode(value)) return
    const kept = keepers.test(calleeOf(value) ?? '') ? givenTo(value)[0] : value
    const whole = calleeOf(value) === 'useRef' ? `${name}.current` : String(name)
    if (isNode(kept) && (functions.test(kept.type) || kept.type === 'Identifier'))
      bodies.set(whole, [...(bodies.get(whole) ?? []), kept])
  }
  visit(program, (node) => {
    const { type, id, init, left, right } = node
    if (type === 'FunctionDeclaration' && isNode(id)) note(id.name, node)
    if (type === 'AssignmentExpression' && isNode(left)) note(memberName(left) ?? left.name, right)
    if (type !== 'VariableDeclarator' || !isNode(id)) return
    note(id.name, init)
    if (!isNode(init) || !/^use(?:State|Reducer)$/.test(calleeOf(init) ?? '')) return
    const [, set] = Array.isArray(id.elements) ? id.elements : []
    if (isNode(set)) setters.add(String(set.name))
  })
  return { bodies, setters }
}

/** The setters that `listener` reaches within its file; undefined when it comes from elsewhere. */
const settersReached = (listener: unknown, { bodies, setters }: NamedFunctions): string[] | undefined => {
  if (!isNode(listener)) return undefined
  if (listener.type === 'Identifier' && !bodies.has(String(listener.name))) return undefined
  const seen = new Set<string>()
  const reached = new Set<string>()
  const follow = (node: Node) =>
    visit(node, (each, parent) => {
      const isProperty = parent?.type === 'MemberExpression' && parent.property === each
      const name =
        memberName(each) ?? (each.type === 'Identifier' && !isProperty ? String(each.name) : undefined)
      if (name === undefined || seen.has(name)) return
      seen.add(name)
      if (setter.test(name) || setters.has(name)) reached.add(name)
      for (const body of bodies.get(name) ?? []) follow(body)
    })
  follow(listener)
  return [...reached]
}

/** Listeners of moments at which the page is being hidden. */
const listenersAtHiding = (node: Node): readonly unknown[] => {
  const [first, second] = givenTo(node)
  const call = calleeOf(node)
  if (call === 'whenHidden') return [first]
  const isHiding = isNode(first) && hiding.test(String(first.value))
  return call === 'addEventListener' && isHiding ? [second] : []
}

/**
 * S33: state of React is set when a page becomes visible, never while it is being hidden. Who listens at hiding is seen by name
 * alone, and what it calls is followed within its file; `visibilitychange`, which comes at both, is heard through `whenShown` and `whenHidden`.
 */
export const hiddenPagesSetNoState: Rule = (files) =>
  product(files)
    .filter(({ path }) => isOfBrowser(path) && path !== visibility)
    .flatMap((file) => {
      const named = functionsIn(file)
      const found: string[] = []
      visit(file.program, (node, parent) => {
        const value = node.type === 'Literal' ? String(node.value) : ''
        const isListenedTo =
          parent !== undefined && /^(?:add|remove)EventListener$/.test(calleeOf(parent) ?? '')
        const property = node.type === 'Identifier' ? String(node.name) : ''
        if (
          value === 'visibilitychange' ||
          (hiding.test(value) && !isListenedTo) ||
          hidingProperty.test(property)
        )
          found.push(`${file.path} listens for ${value || property} by itself`)
        for (const listener of listenersAtHiding(node)) {
          const reached = settersReached(listener, named)
          if (reached === undefined)
            found.push(`${file.path} listens at hiding with a function from elsewhere`)
          for (const name of reached ?? [])
            found.push(`${file.path} calls ${name} while the page is being hidden`)
        }
      })
      return found
    })
