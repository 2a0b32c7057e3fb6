import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type ESTree, parseSync } from 'vite'
import { aliasedPath } from '../../../scripts/source-aliases.js'

/** One of our sources, as far as the rules look at it. Paths are relative to the project, with slashes. */
export interface SourceFile {
  readonly path: string
  readonly text: string
  readonly program: ESTree.Program
  readonly imports: readonly Import[]
}

/** `target` is a path of ours (`app/kernel/money.ts`) or the name of a package (`react`, `node:fs`). */
export interface Import {
  readonly target: string
  readonly ours: boolean
  readonly typeOnly: boolean
}

/** A node of the syntax tree, seen loosely: what a rule reads of it, it checks first. */
export interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const roots = ['app', 'db', 'drawings', 'payment-simulator', 'scripts', 'bench', 'tests']
const source = /\.(ts|tsx|js)$/
const ignored = new Set(['node_modules', 'build', 'data', 'test-results'])

/** Paths of all files below `folder`, which may be missing. */
export const pathsBelow = (project: string, folder: string): string[] => {
  const walk = (at: string): string[] =>
    readdirSync(join(project, at), { withFileTypes: true }).flatMap((entry) => {
      const path = posix.join(at, entry.name)
      if (entry.isDirectory()) return ignored.has(entry.name) ? [] : walk(path)
      return [path]
    })
  try {
    return walk(folder)
  } catch {
    return []
  }
}

/** All sources of the project whose folder is `project`, tests included. */
export const readSources = (project: string): SourceFile[] => {
  const atTop = readdirSync(project).filter((name) => source.test(name))
  const below = roots.flatMap((root) => pathsBelow(project, root)).filter((path) => source.test(path))
  return [...atTop, ...below].map((path) => sourceFile(path, readFileSync(join(project, path), 'utf8')))
}

const resolveImport = (from: string, specifier: string, typeOnly: boolean): Import => {
  const aliased = aliasedPath(specifier)
  if (aliased !== undefined) return { target: aliased, ours: true, typeOnly }
  if (specifier.startsWith('.'))
    return { target: posix.join(posix.dirname(from), specifier), ours: true, typeOnly }
  return { target: specifier, ours: false, typeOnly }
}

/** Parses `text` as the file at `path`. Throws when it is no TypeScript. */
export const sourceFile = (path: string, text: string): SourceFile => {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const imports: Import[] = []
  visit(program, (node) => {
    const specifier = specifierOf(node)
    if (specifier !== undefined) imports.push(resolveImport(path, specifier, isTypeOnly(node)))
  })
  return { path, text, program, imports }
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

const isTypeOnly = (node: Node): boolean => {
  if (node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type') return true
  const { specifiers } = node
  return (
    Array.isArray(specifiers) &&
    specifiers.length > 0 &&
    specifiers.every((each) => each.importKind === 'type' || each.exportKind === 'type')
  )
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Calls `look` with every node below `root` and its parent, outermost first. */
export const visit = (root: unknown, look: (node: Node, parent: Node | undefined) => void): void => {
  const walk = (value: unknown, parent: Node | undefined) => {
    if (Array.isArray(value)) {
      for (const each of value) walk(each, parent)
    } else if (isNode(value)) {
      look(value, parent)
      for (const [key, child] of Object.entries(value)) if (key !== 'parent') walk(child, value)
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

export const isTest = ({ path }: SourceFile): boolean =>
  /\.test\.tsx?$/.test(path) || path.startsWith('tests/')

/** The feature's name for a path below `app/features/`. */
export const featureOf = (path: string): string | undefined => /^app\/features\/([^/]+)\//.exec(path)?.[1]

/** Whether `path` is in the folder of a feature's screens. */
export const isFeatureUi = (path: string): boolean => /^app\/features\/[^/]+\/ui\//.test(path)

export const isRules = (path: string): boolean =>
  /(^|\/)([\w-]+[.-])?rules\.ts$|^app\/features\/[^/]+\/(types|texts)\.ts$/.test(path)
