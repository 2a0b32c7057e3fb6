import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { recipeCode } from './support/recipe-files.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const textOf = (path: string) => readFileSync(join(project, path), 'utf8')
const recipes = textOf('docs/recipes.md')
const blocks = recipeCode(recipes)
const prose = recipes.replaceAll(/^( *)```\w*\n[\s\S]*?^\1```/gm, '')

const files = ['app', 'bench', 'cli', 'db', 'demo', 'docs', 'scripts', 'tests'].flatMap((folder) =>
  readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map(
    (path) => `${folder}/${path}`,
  ),
)
const sources = files.filter((path) => /\.(?:tsx?|js|sql)$/.test(path) && path !== 'tests/recipes.test.ts')

/** What the recipes make up: the events of a shop. */
const isMadeUp = (name: string) => /event|NNNN|postpone/i.test(name)

test('what the code of the recipes imports is exported where it says', () => {
  const imports = blocks.flatMap((code) =>
    [...code.matchAll(/import (?:type )?\{([^}]+)\} from '([~#][^']+)'/g)].flatMap(
      ([, names = '', from = '']) =>
        names.split(',').map((name) => ({ name: name.trim().replace(/^type /, ''), from })),
    ),
  )
  const ours = imports.filter(({ from }) => !isMadeUp(from))
  expect(ours.length).toBeGreaterThan(20)
  const lost = ours.filter(({ name, from }) => {
    const path = from.replace(/^~\//, 'app/').replace(/^#/, '')
    const exported = new RegExp(
      `^export (?:(?:const|function|interface|type|class) ${name}\\b|\\{[^}]*\\b${name}\\b[^}]*\\})`,
      'm',
    )
    return !existsSync(join(project, path)) || !exported.test(textOf(path))
  })
  expect(lost).toEqual([])
})

test('the table that the recipes write has its owner there, and the page its row', () => {
  expect(prose).toContain(
    "`export const events: Feature = { name: 'events', tables: { '.': ['shopEvent'] } }`",
  )
  expect(blocks.join('\n')).toMatch(/^'\/events': \{ file: 'routes\/shop\/events\.tsx', /m)
})

test('the recipes’ table of files is the tree of today, but for the files that are new', () => {
  const rows = [...recipes.matchAll(/^\| `([\w./-]+)` \| (✓?) ?\| .+ \|$/gm)]
  expect(rows.length).toBeGreaterThan(10)
  for (const [row, path = '', isNew] of rows) expect(existsSync(join(project, path)), row).toBe(isNew !== '✓')
})

test('every file that a recipe names is one of the tree', () => {
  const named = [...prose.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|js|sql|md|css))`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !isMadeUp(path))
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((path) => !files.some((file) => file === path || file.endsWith(`/${path}`)))).toEqual(
    [],
  )
})

test('every name that a recipe gives is one of the code', () => {
  const words = new Set(
    [...sources.map(textOf), textOf('package.json'), files.join('\n')].flatMap(
      (text) => text.match(/[A-Za-z_]\w*/g) ?? [],
    ),
  )
  const named = [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(
    ([, text = '']) => text.match(/[A-Za-z_]\w{2,}/g) ?? [],
  )
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter((name) => !words.has(name) && name !== 'npx' && !isMadeUp(name))).toEqual([])
})
