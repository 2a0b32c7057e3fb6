import { addresses } from '../../../app/addresses.ts'
import { isNode, type SourceFile } from './source-file.ts'

/** What connects a file that no other file of its way imports. */
export type HandOver =
  /** A request to an address that the file answers. */
  | { readonly address: string }
  /** A table that the file reads and an earlier one writes. */
  | { readonly table: string }
  /** What `from` puts together under a name, by which an earlier file of the way uses it. */
  | { readonly given: string; readonly from: string }

export interface Stop {
  readonly file: string
  readonly by?: HandOver
  /** Passed on this engine alone. */
  readonly only?: 'PostgreSQL'
}

/** The files that something passes, in order. */
export interface Way {
  readonly name: string
  readonly stops: readonly Stop[]
}

/** `field` is the name in a shape of its own; `of` names the listed shape that another is made of. */
export type Shape = { readonly name: string; readonly file: string } & (
  | { readonly field: string; readonly of?: undefined }
  | { readonly of: string; readonly field?: undefined }
)

const mentions = (file: SourceFile | undefined, name: string): boolean =>
  new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(file?.text ?? '')

const writes = ({ text }: SourceFile, table: string): boolean =>
  ['insertInto', 'updateTable'].some((call) => text.includes(`${call}('${table}')`))

const routeOf = (address: string): string =>
  Object.entries(addresses).find(([path]) => path === address)?.[1].file ?? ''

const isHandedOver = (by: HandOver, file: SourceFile, sources: Sources, earlier: readonly SourceFile[]) => {
  if ('address' in by) return file.path === `app/${routeOf(by.address)}`
  if ('table' in by)
    return file.text.includes(`selectFrom('${by.table}')`) && earlier.some((each) => writes(each, by.table))
  const from = sources.get(by.from)
  // A name from package.json is not an import.
  const isMadeThere = by.given.startsWith('#') || from?.imports.some(({ target }) => target === file.path)
  return isMadeThere && mentions(from, by.given) && earlier.some((each) => mentions(each, by.given))
}

type Sources = ReadonlyMap<string, SourceFile>

const byPath = (files: readonly SourceFile[]): Sources => new Map(files.map((file) => [file.path, file]))

/** One sentence for each stop that is not there, stands twice, or that nothing connects with the others of its way. */
export const brokenStops = ({ name, stops }: Way, files: readonly SourceFile[]): string[] => {
  const sources = byPath(files)
  const onTheWay = stops.flatMap(({ file }) => sources.get(file) ?? [])
  return stops.flatMap(({ file: path, by }, at) => {
    const wrong = (what: string) => [`${name}: ${path} ${what}`]
    const file = sources.get(path)
    if (file === undefined) return wrong('is not there')
    if (stops.findIndex((stop) => stop.file === path) < at) return wrong('stands twice')
    if (at === 0) return []
    const earlier = onTheWay.slice(0, at)
    if (by !== undefined) return isHandedOver(by, file, sources, earlier) ? [] : wrong('is not handed to')
    const isConnected = onTheWay.some(
      (other) =>
        other !== file &&
        (other.imports.some(({ target }) => target === path) ||
          file.imports.some(({ target }) => target === other.path)),
    )
    return isConnected ? [] : wrong('is tied to no other file of the way')
  })
}

/** The text of a type, interface or constant that the file declares; undefined without one. */
const declarationOf = (file: SourceFile | undefined, name: string): string | undefined => {
  for (const statement of file?.program.body ?? []) {
    const made =
      isNode(statement) && statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (!isNode(made)) continue
    const declared = Array.isArray(made.declarations) ? made.declarations : [made]
    if (declared.some((each) => isNode(each) && isNode(each.id) && each.id.name === name))
      return file?.text.slice(Number(made.start), Number(made.end))
  }
  return undefined
}

/** One sentence for each shape that is not declared where it is said to be, or not so. */
export const brokenShapes = (shapes: readonly Shape[], files: readonly SourceFile[]): string[] => {
  const sources = byPath(files)
  const names = new Set(shapes.map(({ name }) => name))
  return shapes.flatMap(({ name, file, field, of }) => {
    const text = declarationOf(sources.get(file), name)
    if (text === undefined) return [`${file} declares no ${name}`]
    if (of !== undefined && !names.has(of)) return [`${name} is of ${of}, which is not listed`]
    const said = of ?? field
    return new RegExp(`\\b${said}\\b`).test(text) ? [] : [`${file}: ${name} says nothing of ${said}`]
  })
}

/** What the field is called in a shape, through those that it is made of. */
const fieldOf = (shapes: readonly Shape[], { name, field, of }: Shape): string => {
  if (of === undefined) return field
  const base = shapes.find((shape) => shape.name === of)
  if (base === undefined || of === name) throw new Error(`${name} is of ${of}, which is not listed`)
  return fieldOf(shapes, base)
}

/** How often the field gets another name from one shape to the next. */
export const renamesIn = (shapes: readonly Shape[]): number => {
  const fields = shapes.map((shape) => fieldOf(shapes, shape))
  return fields.filter((field, at) => at > 0 && field !== fields[at - 1]).length
}
