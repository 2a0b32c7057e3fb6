import type { Rule } from './import-rules.ts'
import { isNode, isTest, type Node, visit } from './source-file.ts'

const writes = new Set(['insertInto', 'updateTable', 'deleteFrom', 'replaceInto', 'mergeInto'])

const tableWritten = (node: Node): string | undefined => {
  if (node.type !== 'CallExpression' || !isNode(node.callee) || !isNode(node.callee.property))
    return undefined
  if (!writes.has(String(node.callee.property.name)) || !Array.isArray(node.arguments)) return undefined
  const [table] = node.arguments
  return isNode(table) && typeof table.value === 'string'
    ? (table.value.split(' ')[0] ?? '')
    : 'a table without a name'
}

const rawWrite = /\b(insert\s+into|delete\s+from|update\s+\w+\s+set|truncate)\b/i

const isRawWrite = (node: Node, text: string): boolean =>
  node.type === 'TaggedTemplateExpression' &&
  typeof node.start === 'number' &&
  typeof node.end === 'number' &&
  rawWrite.test(text.slice(node.start, node.end))

/**
 * Rule 2: a table is written by the folder that owns it and by nobody else. `owners` tells the folder of each table.
 * Migrations make and change tables; they run before anybody owns one.
 */
export const ownersWriteTheirTables =
  (owners: Readonly<Record<string, string | undefined>>): Rule =>
  (files) =>
    files
      .filter((file) => !isTest(file) && /^(app|db|payment-simulator)\//.test(file.path))
      .filter(({ path }) => !path.startsWith('db/migrations/'))
      .flatMap(({ path, text, program }) => {
        const found: string[] = []
        visit(program, (node) => {
          const table = tableWritten(node)
          const owner = table === undefined ? undefined : owners[table]
          if (table !== undefined && !(owner !== undefined && path.startsWith(`${owner}/`)))
            found.push(`${path} writes ${table}, which belongs to ${owner ?? 'nobody yet: name its owner'}`)
          if (isRawWrite(node, text) && !path.startsWith('app/server/database/'))
            found.push(`${path} writes a table in raw SQL`)
        })
        return found
      })
