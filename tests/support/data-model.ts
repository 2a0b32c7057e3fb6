interface Column {
  readonly name: string
  readonly isKey: boolean
  /** The table that it names, and whether the database itself holds it to that. */
  readonly to?: { readonly table: string; readonly held: boolean }
}

interface Table {
  readonly name: string
  readonly columns: readonly Column[]
}

/** What a column without a foreign key names, by the key of the table: an `order_id`, a `payment_intent`, the `piece_id` of a stock claim, a `number`. */
const namedBy = (
  column: string,
  table: string,
  keys: ReadonlyMap<string, readonly string[]>,
): string | undefined => {
  if (column === 'number' && table !== 'orders') return table === 'product' ? undefined : 'product'
  const [, noun = ''] = /^(\w+)_id$/.exec(column) ?? []
  const [area = ''] = table.split('_')
  const names = [noun, `${noun}s`, `${area}_${noun}`]
  const isMeant = (other: string, [key = '']: readonly string[]) =>
    names.includes(other) || (key === column && key.startsWith(`${other}_`))
  return [...keys].find(([other, key]) => other !== table && isMeant(other, key))?.[0]
}

const keysIn = (body: string) => /^ {2}primary key \((.+)\)/m.exec(body)?.[1]?.split(', ') ?? []

/** The tables of `db/schema.sql`, each with its columns in their order. */
export const tablesOf = (schema: string): readonly Table[] => {
  const texts = [...schema.matchAll(/^create (?:virtual )?table (\w+) (?:\(\n([\s\S]*?)^\);|using)/gm)]
  const keysOf = new Map(texts.map(([, name = '', body = '']) => [name, keysIn(body)] as const))
  return texts.map(([, table = '', body = '']) => {
    const keys = keysIn(body)
    const held = new Map(
      [...body.matchAll(/^ {2}foreign key \((\w+)\) references (\w+)/gm)].map(
        ([, column = '', to = '']) => [column, to] as const,
      ),
    )
    const names = [...body.matchAll(/^ {2}(?!foreign |primary |unique |check )(\w+) /gm)].map(
      ([, column = '']) => column,
    )
    const columns = [...new Set(names)].map((name): Column => {
      const isKey = keys.includes(name)
      const to = held.get(name) ?? namedBy(name, table, keysOf)
      return to === undefined ? { name, isKey } : { name, isKey, to: { table: to, held: held.has(name) } }
    })
    return { name: table, columns }
  })
}

const perRow = 4
const boxWidth = 284
const gap = 36
const line = 17
const head = 26

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Names in lines of at most `most` characters. */
const wrapped = (names: readonly string[], most: number): readonly string[] => {
  const lines: string[] = []
  for (const name of names) {
    const last = lines.at(-1)
    if (last !== undefined && `${last}, ${name}`.length <= most) lines[lines.length - 1] = `${last}, ${name}`
    else lines.push(name)
  }
  return lines
}

interface Box {
  readonly height: number
  readonly at: (x: number, y: number) => string
}

const boxOf = ({ name, columns }: Table): Box => {
  const own = columns.filter(({ isKey, to }) => isKey || to !== undefined)
  const others = wrapped(
    columns.filter(({ isKey, to }) => !isKey && to === undefined).map((column) => column.name),
    46,
  )
  const height = head + (own.length + others.length) * line + 8
  const rows = (x: number, y: number) => [
    ...own.map(({ name: column, isKey, to }, at) => {
      const arrow = to === undefined ? '' : `${to.held ? '→' : '⇢'} ${to.table}`
      const style = isKey ? ' font-weight="600"' : ''
      return `<text x="${x + 10}" y="${y + head + 13 + at * line}" font-size="12.5"${style}>${column}<tspan dx="5" fill="#1d5f8a" font-weight="400">${escaped(arrow)}</tspan></text>`
    }),
    ...others.map(
      (text, at) =>
        `<text x="${x + 10}" y="${y + head + 13 + (own.length + at) * line}" font-size="11.5" fill="#666">${text}</text>`,
    ),
  ]
  return {
    height,
    at: (x, y) =>
      [
        `<rect x="${x}" y="${y}" width="${boxWidth}" height="${height}" rx="6" fill="#fff" stroke="#9aa5ad"/>`,
        `<text x="${x + 10}" y="${y + 18}" font-size="14" font-weight="700">${name}</text>`,
        `<line x1="${x}" y1="${y + head}" x2="${x + boxWidth}" y2="${y + head}" stroke="#9aa5ad"/>`,
        ...rows(x, y),
      ].join('\n'),
  }
}

interface Drawn {
  readonly text: string
  readonly bottom: number
}

const left = (column: number) => 40 + column * (boxWidth + gap)

/** Who a table hangs on in the picture: the first table of its group that it names, and that is not held to it in turn. */
const parentOf = (table: Table, group: readonly Table[]): string | undefined =>
  table.columns
    .flatMap(({ to }) => to ?? [])
    .toSorted((a, b) => Number(b.held) - Number(a.held))
    .find((to) =>
      group.some(
        ({ name, columns }) =>
          name === to.table &&
          name !== table.name &&
          !columns.some((column) => column.to?.held && column.to.table === table.name),
      ),
    )?.table

/** A table with what hangs on it to its right, from `column` and `y` on. */
const drawTree = (table: Table, group: readonly Table[], column: number, y: number): Drawn => {
  const box = boxOf(table)
  const children = group.filter((each) => parentOf(each, group) === table.name)
  const below = drawAll(children, group, Math.min(column + 1, perRow - 1), y, left(column) + boxWidth)
  return {
    text: [box.at(left(column), y), below.text].filter(Boolean).join('\n'),
    bottom: Math.max(y + box.height, below.bottom),
  }
}

/** Tables in rows: those without others behind them beside each other, the others each in a row. `trunk` is where they hang. */
const drawAll = (
  tables: readonly Table[],
  group: readonly Table[],
  column: number,
  top: number,
  trunk?: number,
): Drawn => {
  const hasMore = (table: Table) => group.some((each) => parentOf(each, group) === table.name)
  const single = tables.filter((table) => !hasMore(table))
  const inRow = perRow - column
  const rows = [
    ...tables.filter(hasMore).map((table) => [table]),
    ...Array.from({ length: Math.ceil(single.length / inRow) }, (_, at) =>
      single.slice(at * inRow, (at + 1) * inRow),
    ),
  ]
  const parts: string[] = []
  let y = top
  let last = top
  for (const row of rows) {
    const drawn = row.map((table, at) => drawTree(table, group, column + at, y))
    parts.push(...drawn.map(({ text }) => text))
    if (trunk !== undefined) {
      last = y - 10
      const middles = row.map((_, at) => left(column + at) + 24)
      const drops = middles.map((x) => `M${x} ${last}V${y}`).join('')
      parts.push(
        `<path d="M${trunk + gap / 2} ${last}H${middles.at(-1)}${drops}" fill="none" stroke="#1d5f8a"/>`,
      )
    }
    y = Math.max(...drawn.map(({ bottom }) => bottom)) + 26
  }
  if (trunk !== undefined && rows.length > 0)
    parts.push(
      `<path d="M${trunk} ${top + 13}H${trunk + gap / 2}M${trunk + gap / 2} ${top - 10}V${Math.max(last, top + 13)}" fill="none" stroke="#1d5f8a"/>`,
    )
  return { text: parts.join('\n'), bottom: rows.length > 0 ? y - 26 : top }
}

/**
 * The tables of `db/schema.sql` as an SVG picture, in a panel for each folder that writes them, in the order of `owners` (table in snake_case
 * to folder). The same text for the same schema.
 */
export const dataModelPicture = (schema: string, owners: ReadonlyMap<string, string>): string => {
  const tables = tablesOf(schema)
  const folders = [...new Set(owners.values())]
  const parts: string[] = []
  let y = 20
  for (const folder of folders) {
    const group = tables.filter(({ name }) => owners.get(name) === folder)
    if (group.length === 0) continue
    const roots = group.filter((table) => parentOf(table, group) === undefined)
    const drawn = drawAll(roots, group, 0, y + 46)
    parts.push(
      `<rect x="20" y="${y}" width="${left(perRow) - 20}" height="${drawn.bottom + 16 - y}" rx="10" fill="#f3f5f2"/>`,
      `<text x="40" y="${y + 27}" font-size="17" font-weight="700" fill="#33502f">${folder}</text>`,
      drawn.text,
    )
    y = drawn.bottom + 36
  }
  const width = left(perRow) + 20
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" font-family="Helvetica, Arial, sans-serif" fill="#222">`,
    '<title>The tables of the database, by the folder that writes them</title>',
    `<rect width="${width}" height="${y}" fill="#fff"/>`,
    ...parts,
    '</svg>',
  ].join('\n')}\n`
}
