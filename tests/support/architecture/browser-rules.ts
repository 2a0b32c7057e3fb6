import { product, type Rule } from './import-rules.ts'
import { isNode, memberName, type Node, type SourceFile, visit } from './source-file.ts'

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
  'URL.canParse',
  'URL.parse',
  ...'isWellFormed toWellFormed toReversed toSorted toSpliced union intersection difference isDisjointFrom isSubsetOf isSupersetOf symmetricDifference'
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

const findings = (file: SourceFile, added: ReadonlySet<string>): string[] => {
  const found: string[] = []
  visit(file.program, (node) => {
    const name = called(node).find((each) => newer.has(each) && !added.has(each))
    if (name !== undefined) found.push(`${file.path} calls ${name}`)
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

/** Whatever may reach a browser asks no more of it than its style sheets do (docs/decisions/0021). */
export const olderBrowsersRunIt: Rule = (files) => {
  const added = addedIn(files)
  return product(files)
    .filter(({ path }) => isOfBrowser(path) && path !== additions)
    .flatMap((file) => findings(file, added))
}
