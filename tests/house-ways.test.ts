import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { shapes, ways } from '../bench/house-ways.ts'
import { readSources, sourceFile } from './support/architecture/source-file.ts'
import { brokenShapes, brokenStops, renamesIn, type Stop } from './support/architecture/way-rules.ts'

const sources = readSources(fileURLToPath(new URL('..', import.meta.url)))

describe('the ways that bench/house.js counts', () => {
  test.each(ways)('$name', (way) => {
    expect(brokenStops(way, sources)).toEqual([])
  })

  test('the shapes of a management number are declared where they are said to be', () => {
    expect(brokenShapes(shapes, sources)).toEqual([])
  })
})

describe('a list that has drifted is found', () => {
  const files = [
    sourceFile('app/a.ts', "import { b } from './b.ts'; ctx.notices.publish(); trx.insertInto('comment')"),
    sourceFile('app/b.ts', 'export const b = 1'),
    sourceFile('app/c.ts', "db.selectFrom('comment')"),
    sourceFile('app/parts.ts', "import { c } from './c.ts'; export const parts = { notices: c }"),
    sourceFile('app/routes/api/comments.ts', ''),
  ]
  const broken = (...stops: Stop[]) =>
    brokenStops({ name: 'way', stops: [{ file: 'app/a.ts' }, ...stops] }, files)

  test.each<Stop>([
    { file: 'app/b.ts' },
    { file: 'app/c.ts', by: { table: 'comment' } },
    { file: 'app/c.ts', by: { given: 'notices', from: 'app/parts.ts' } },
    { file: 'app/routes/api/comments.ts', by: { address: '/api/recipes/:recipeId/comments' } },
  ])('good: %o', (stop) => {
    expect(broken(stop)).toEqual([])
  })

  test.each<Stop>([
    { file: 'app/gone.ts' },
    { file: 'app/a.ts' },
    { file: 'app/c.ts' },
    { file: 'app/b.ts', by: { table: 'comment' } },
    { file: 'app/c.ts', by: { table: 'recipe' } },
    { file: 'app/c.ts', by: { given: 'mails', from: 'app/parts.ts' } },
    { file: 'app/c.ts', by: { given: 'notices', from: 'app/b.ts' } },
    { file: 'app/b.ts', by: { given: 'notices', from: 'app/parts.ts' } },
    { file: 'app/c.ts', by: { address: '/api/recipes/:recipeId/comments' } },
  ])('bad: %o', (stop) => {
    expect(broken(stop)).toHaveLength(1)
  })

  test('a shape that is gone, has lost its field, or is no longer made of another', () => {
    const types = [
      sourceFile(
        'app/types.ts',
        'export interface Row { number: string }\ntype Part = Pick<Row, "number">\nconst schema = z.object({ number: z.string() })',
      ),
    ]
    const at = { file: 'app/types.ts' }
    const row = { ...at, name: 'Row', field: 'number' }
    const part = { ...at, name: 'Part', of: 'Row' }
    expect(brokenShapes([row, part, { ...at, name: 'schema', field: 'number' }], types)).toEqual([])
    expect(brokenShapes([{ ...row, name: 'Line' }], types)).toHaveLength(1)
    expect(brokenShapes([{ ...row, field: 'managementNumber' }], types)).toHaveLength(1)
    expect(brokenShapes([part], types)).toHaveLength(1)
    expect(brokenShapes([{ ...row, of: 'schema', field: undefined }], types)).toHaveLength(1)
  })

  test('renames are counted from one shape to the next', () => {
    const shape = (name: string, field: string) => ({ name, file: 'app/types.ts', field })
    const part = { name: 'part', file: 'app/types.ts', of: 'row' }
    expect(renamesIn([shape('row', 'number'), part, shape('line', 'managementNumber'), part])).toBe(2)
  })
})
