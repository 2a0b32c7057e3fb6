import { product } from './architecture/import-rules.ts'
import { isNode, type SourceFile, visit } from './architecture/source-file.ts'

const isCommands = (path: string): boolean => /(^|[/.])commands\.server\.ts$/.test(path)

/** Where a request comes in. */
const isDoor = (path: string): boolean =>
  /^app\/(?:routes|layouts)\//.test(path) ||
  path === 'app/request-handler.server.ts' ||
  path === 'app/root.tsx'

/** What a start or the clock runs. */
const isOfAStart = (path: string): boolean =>
  /(^|[/.])(jobs|feature)\.server\.ts$|^app\/(brought-by-features|features|services|open-app)\.server\.ts$/.test(
    path,
  )

/** Product files that a request reaches without passing a command. */
const reached = (files: readonly SourceFile[]): SourceFile[] => {
  const byPath = new Map(product(files).map((file) => [file.path, file]))
  const found = new Set([...byPath.keys()].filter(isDoor))
  for (const path of found)
    for (const { target, ofTypes } of byPath.get(path)?.imports ?? [])
      if (!ofTypes && byPath.has(target) && !isCommands(target) && !isOfAStart(target)) found.add(target)
  return [...found].flatMap((path) => byPath.get(path) ?? [])
}

/** The names of values that a file imports from command files; a type imported beside them is none. */
const commandsIn = ({ program, imports }: SourceFile): string[] => {
  const types = new Set<string>()
  visit(program, ({ type, importKind, imported }) => {
    if (type === 'ImportSpecifier' && importKind === 'type' && isNode(imported))
      types.add(String(imported.name))
  })
  return imports
    .filter(({ target, ofTypes }) => isCommands(target) && !ofTypes)
    .flatMap(({ names }) => names)
    .filter((name) => !types.has(name))
}

/** Every command that an address can run, by its name: a page or a feature that is added brings its own with it. */
export const commandsOfRequests = (files: readonly SourceFile[]): string[] =>
  [...new Set(reached(files).flatMap(commandsIn))].sort()

export interface ExportedCommand {
  readonly path: string
  readonly name: string
  /** The names of all types that its parameters mention. */
  readonly takes: readonly string[]
}

const typesOf = (parameters: unknown): string[] => {
  const names: string[] = []
  visit(parameters, ({ type, typeName }) => {
    if (type === 'TSTypeReference' && isNode(typeName)) names.push(String(typeName.name))
  })
  return names
}

/** Functions that files of commands export, in whatever form they are declared. */
export const exportedCommands = (files: readonly SourceFile[]): ExportedCommand[] =>
  product(files)
    .filter(({ path }) => path.startsWith('app/features/') && isCommands(path))
    .flatMap(({ path, program }) => {
      const found: ExportedCommand[] = []
      const add = (id: unknown, value: unknown) => {
        if (isNode(id) && isNode(value) && /Function/.test(value.type))
          found.push({ path, name: String(id.name), takes: typesOf(value.params) })
      }
      visit(program, ({ type, declaration }) => {
        if (type !== 'ExportNamedDeclaration' || !isNode(declaration)) return
        if (declaration.type === 'FunctionDeclaration') add(declaration.id, declaration)
        for (const each of Array.isArray(declaration.declarations) ? declaration.declarations : [])
          if (isNode(each)) add(each.id, each.init)
      })
      return found
    })
