import { isHistory, isSample } from './code-rules.ts'
import type { Rule } from './import-rules.ts'
import { isNode, type Node, type SourceFile, visit } from './source-file.ts'

/** No circle between files, type imports included. */
export const noCircles: Rule = (files) => {
  const targets = new Map(
    files.map(({ path, imports }) => [path, imports.filter(({ ours }) => ours).map(({ target }) => target)]),
  )
  const done = new Set<string>()
  const way: string[] = []
  const found: string[] = []
  const follow = (path: string) => {
    const at = way.indexOf(path)
    if (at >= 0) found.push([...way.slice(at), path].join(' -> '))
    if (at >= 0 || done.has(path)) return
    way.push(path)
    for (const target of targets.get(path) ?? []) if (targets.has(target)) follow(target)
    way.pop()
    done.add(path)
  }
  for (const path of targets.keys()) follow(path)
  return found
}

/** The words of the column `not` in the tables of docs/glossary.md. */
export const bannedWords = (glossary: string): ReadonlySet<string> =>
  new Set(
    glossary
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .flatMap((line) => (line.split('|').at(-2) ?? '').split(','))
      .map((word) => word.trim())
      .filter((word) => word !== '' && word !== 'not' && !word.startsWith('-')),
  )

/** Words of HTTP and of the browser stay as they are. */
const foreign = /contentType|textContent|contentLength|contentSecurityPolicy/gi

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(foreign, '')
    .split(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z\d]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase())

const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '')

const isFunction = (node: unknown): boolean =>
  isNode(node) && /^(ArrowFunctionExpression|FunctionExpression)$/.test(node.type)

/** The name that a type, class or function is declared by. */
const declaredName = (node: Node): string => {
  if (
    /^(TSInterfaceDeclaration|TSTypeAliasDeclaration|ClassDeclaration|FunctionDeclaration)$/.test(node.type)
  )
    return nameOf(node.id)
  return node.type === 'VariableDeclarator' && isFunction(node.init) ? nameOf(node.id) : ''
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The tables are the fields of the interface `Schema`. */
const tablesIn = ({ type, id, body }: Node): string[] =>
  type === 'TSInterfaceDeclaration' && nameOf(id) === 'Schema' && isNode(body)
    ? listOf(body.body).map((field) => (isNode(field) ? nameOf(field.key) : ''))
    : []

/** Classes of a style sheet, without what its comments and addresses say. */
const classesIn = (css: string): string[] =>
  [...css.replaceAll(/\/\*[\s\S]*?\*\/|url\([^)]*\)/g, '').matchAll(/\.([A-Za-z_][\w-]*)/g)].map(
    ([, name = '']) => name,
  )

/** No class of a style sheet has a banned word as a whole noun of its name; a number at its end counts for nothing. */
export const noBannedClasses =
  (banned: ReadonlySet<string>) =>
  (path: string, css: string): string[] =>
    [...new Set(classesIn(css))].flatMap((name) => {
      const wrong = wordsOf(name.replaceAll(/\d+/g, ' ')).find((word) => banned.has(word))
      return wrong === undefined ? [] : [`${path}: .${name} says ${wrong}`]
    })

const namesIn = ({ program }: SourceFile): string[] => {
  const names: string[] = []
  visit(program, (node) => names.push(declaredName(node), ...tablesIn(node)))
  return names
}

/** No file, type, table or function of ours has a banned word as a whole noun of its name. `paths` are those of other files. */
export const noBannedWords =
  (banned: ReadonlySet<string>, paths: readonly string[] = []): Rule =>
  (files) => {
    const wrong = (name: string) => wordsOf(name).find((word) => banned.has(word))
    const inPaths = [...new Set([...files.map(({ path }) => path), ...paths])]
      .filter((path) => /^(app|cli|db|demo|bench|scripts|tests|payment-simulator)\//.test(path))
      .filter((path) => /\.(tsx?|js|css)$/.test(path) && !isHistory(path))
      .flatMap((path) => (wrong(path) === undefined ? [] : [`${path}: ${wrong(path)}`]))
    const inCode = files
      .filter((file) => !isHistory(file.path) && !isSample(file))
      .flatMap((file) =>
        namesIn(file).flatMap((name) =>
          wrong(name) === undefined ? [] : [`${file.path}: ${name} says ${wrong(name)}`],
        ),
      )
    return [...inPaths, ...inCode]
  }
