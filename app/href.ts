import type { AddressTable } from './addresses.ts'
import { queryOf } from './kernel/list-address.ts'

export type { ApiBase } from './addresses.ts'

/** An address of the table, with `:name` for a variable segment. */
export type Path = Exclude<keyof AddressTable, `${string}*`>

type Segment<P extends string> = P extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | Segment<`/${Rest}`>
  : P extends `${string}/:${infer Name}`
    ? Name
    : never

type Parameter<P extends Path> = AddressTable[P]['parameters'][number]

type Values<P extends Path> = Readonly<Record<Segment<P>, string> & Partial<Record<Parameter<P>, string>>>

type Given<P extends Path> = [Segment<P> | Parameter<P>] extends [never]
  ? []
  : [Segment<P>] extends [never]
    ? [values?: Values<P>]
    : [values: Values<P>]

/** `href('/gallery/detail/:recipeId', { recipeId, comments: '1' })`: segments are encoded, the rest is its query. */
export const href = <P extends Path>(path: P, ...[values]: Given<P>): string => {
  const query = new Map<string, string | undefined>(Object.entries(values ?? {}))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const segment = query.get(name) ?? ''
    query.delete(name)
    return encodeURIComponent(segment)
  })
  return filled + queryOf(query)
}

export const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)

/** Whether `pathname` is `path` or below it. */
export const isBelow = (pathname: string, path: Path): boolean => `${pathname}/`.startsWith(`${path}/`)

export const isAt = (pathname: string, paths: readonly Path[]): boolean =>
  paths.some((path) => (path.includes(':') ? patternOf(path).test(pathname) : path === pathname))
