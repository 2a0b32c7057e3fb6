/** The lines inside `create table`, without commas, and the indexes, by table. */
const tablesIn = (lines: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const tables = new Map<string, string[]>()
  let table = ''
  for (const line of lines) {
    table =
      /^create table (\w+)/.exec(line)?.[1] ??
      /^create (?:unique )?index \w+ on (\w+)/.exec(line)?.[1] ??
      table
    if (!tables.has(table)) tables.set(table, [])
    if (line.startsWith('  ')) tables.get(table)?.push(line.trim().replace(/,$/, ''))
    if (/^create (?:unique )?index/.test(line)) tables.get(table)?.push(line)
  }
  return tables
}

/** What a program that does not know it can violate: a rule for rows, or a column that it leaves empty. */
const isDemand = (line: string): boolean =>
  /^(?:check|foreign key|primary key|unique|create unique index)\b/.test(line) ||
  (/ not null\b/.test(line) && !/ default /.test(line))

/**
 * What a program of the `former` schema would miss, or be refused, in the schema of `now`, a line for each (D51);
 * both as `schemaOfEngine` gives them. Indexes that are no rule may come and go.
 */
export const narrowings = (former: readonly string[], now: readonly string[]): string[] => {
  const present = tablesIn(now)
  return [...tablesIn(former)].flatMap(([table, before]) => {
    const after = present.get(table)
    if (after === undefined) return [`${table} is gone`]
    const gone = before.filter((line) => !line.startsWith('create') && !after.includes(line))
    const demanded = after.filter((line) => isDemand(line) && !before.includes(line))
    return [
      ...gone.map((line) => `${table} has no longer: ${line}`),
      ...demanded.map((line) => `${table} demands: ${line}`),
    ]
  })
}
