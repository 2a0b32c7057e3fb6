import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type ESTree, parseSync } from 'vite'
import { aliasedPath } from '../../../scripts/source-aliases.js'

/** Paths are relative to the project, with slashes. */
export interface SourceFile {
  readonly path: string
  readonly text: string
  readonly program: ESTree.Program
  readonly imports: readonly Import[]
  readonly comments: readonly string[]
}

/** `target` is a path of ours (`app/kernel/money.ts`) or the name of a package (`react`, `node:fs`). */
export interface Import {
  readonly target: string
  readonly ours: boolean
  /** Empty for a whole module or its effects. */
  readonly names: readonly string[]
  /** Gone once it is compiled: `import type`, `export type`. */
  readonly ofTypes: boolean
}

/** A node of the syntax tree; a rule checks what it reads of it. */
export interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const roots = ['app', 'cli', 'db', 'demo', 'payment-simulator', 'scripts', 'bench', 'tests', 'docs']

export const projectPaths = (project: string): string[] => {
  const below = (root: string) =>
    existsSync(join(project, root))
      ? readdirSync(join(project, root), { recursive: true, encoding: 'utf8' }).map((path) =>
          posix.join(root, path.replaceAll('\\', '/')),
        )
      : []
  return [...readdirSync(project), ...roots.flatMap(below)]
}

export const readSources = (project: string): SourceFile[] =>
  projectPaths(project)
    .filter((path) => /\.(ts|tsx|js)$/.test(path))
    .map((path) => sourceFile(path, readFileSync(join(project, path), 'utf8')))

const resolved = (from: string, specifier: string): Pick<Import, 'target' | 'ours'> => {
  const aliased = aliasedPath(specifier)
  if (aliased !== undefined) return { target: aliased, ours: true }
  return specifier.startsWith('.')
    ? { target: posix.join(posix.dirname(from), specifier), ours: true }
    : { target: specifier, ours: false }
}

/** Throws when `text` is no TypeScript. */
export const sourceFile = (path: string, text: string): SourceFile => {
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const imports: Import[] = []
  visit(program, (node) => {
    const specifier = specifierOf(node)
    if (specifier !== undefined)
      imports.push({ ...resolved(path, specifier), names: namesIn(node), ofTypes: isOfTypes(node) })
  })
  return { path, text, program, imports, comments: comments.map(({ value }) => value) }
}

const importing = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
])

const specifierOf = (node: Node): string | undefined => {
  if (!importing.has(node.type)) return undefined
  const literal = isNode(node.source) ? node.source : node.argument
  return isNode(literal) && typeof literal.value === 'string' ? literal.value : undefined
}

const isOfTypes = ({ type, importKind, exportKind }: Node): boolean =>
  type === 'TSImportType' || importKind === 'type' || exportKind === 'type'

const namesIn = ({ specifiers }: Node): string[] =>
  Array.isArray(specifiers) ? specifiers.map((each) => String(each.imported?.name ?? '')).filter(Boolean) : []

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Calls `look` with every node below `root` and its parent, outermost first. */
export const visit = (root: unknown, look: (node: Node, parent: Node | undefined) => void): void => {
  const walk = (value: unknown, parent: Node | undefined) => {
    if (Array.isArray(value)) {
      for (const each of value) walk(each, parent)
    } else if (isNode(value)) {
      look(value, parent)
      // A list of entries for each of some million nodes took most of the time.
      for (const key in value) {
        const child = value[key]
        if (typeof child === 'object' && child !== null && key !== 'parent') walk(child, value)
      }
    }
  }
  walk(root, undefined)
}

/** `object.name` of a plain member expression, such as `Date.now`; undefined for anything else. */
export const memberName = (node: Node): string | undefined => {
  if (node.type !== 'MemberExpression' || node.computed === true) return undefined
  const { object, property } = node
  return isNode(object) && object.type === 'Identifier' && isNode(property)
    ? `${object.name}.${property.name}`
    : undefined
}
