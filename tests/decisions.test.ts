import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const project = fileURLToPath(new URL('..', import.meta.url))
const textOf = (path: string) => readFileSync(join(project, path), 'utf8')

const pages = readdirSync(join(project, 'docs/decisions')).filter((name) => name !== 'README.md')
const numberOf = (page: string) => page.slice(0, 4)
const standing = new Map(pages.map((page) => [numberOf(page), page]))
const index = textOf('docs/decisions/README.md')

/** Which page holds a number that has none of its own, by the index's second table. */
const mergedInto = new Map(
  [...index.matchAll(/^\| (\d{4}(?:, \d{4})*) \| \[(\d{4})\]\(\S+\) \|$/gm)].flatMap(
    ([, numbers = '', into = '']) => numbers.split(', ').map((number) => [number, into] as const),
  ),
)

/** What a page says of itself, before its context. */
const headOf = (page: string) => textOf(`docs/decisions/${page}`).split('\n## ')[0] ?? ''

test('each decision is a page of four parts under its own number', () => {
  expect(pages.length).toBeGreaterThan(40)
  for (const page of pages) {
    expect(page).toMatch(/^\d{4}-[a-z0-9-]+\.md$/)
    const text = textOf(`docs/decisions/${page}`)
    expect(text.slice(0, 7), page).toBe(`# ${numberOf(page)} `)
    const parts = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(parts, page).toEqual(['Context', 'Decision', 'Price', 'What would change our mind'])
  }
})

test('no number of a decision is used twice, and the index tells where each one stands', () => {
  expect(standing.size).toBe(pages.length)
  const unused = /^Never used: (.+)\.$/m.exec(index)?.[1]?.split(', ') ?? []
  const known = [...standing.keys(), ...mergedInto.keys(), ...unused].sort()
  expect(known).toEqual(known.map((_, at) => String(at + 1).padStart(4, '0')))
  expect([...mergedInto.values()].filter((number) => !standing.has(number))).toEqual([])
})

test('the index lists each decision beside a folder that is there', () => {
  const rows = [...index.matchAll(/^\| `([\w/-]+)` \| (.+) \|$/gm)]
  expect(
    rows.map(([, folder = '']) => folder).filter((folder) => !existsSync(join(project, folder))),
  ).toEqual([])
  const listed = rows.flatMap(([, , cell = '']) => cell.split('<br>'))
  const titles = pages.map((page) => {
    const [, number, title] = /^# (\d{4}) (.+)$/m.exec(textOf(`docs/decisions/${page}`)) ?? []
    return `[${number}](${page}) ${title}`
  })
  expect(listed.sort()).toEqual(titles.sort())
})

test('a decision says which numbers it holds', () => {
  for (const page of pages) {
    const said = [...headOf(page).matchAll(/^(?:Holds|Supersedes) .*$/gm)].flatMap(([line]) =>
      [...line.replaceAll(/\[.*?\]\(.*?\)/g, '').matchAll(/\b\d{4}\b/g)].map(([number]) => number),
    )
    const held = [...mergedInto].filter(([, into]) => into === numberOf(page)).map(([number]) => number)
    expect([...new Set(said)].sort(), page).toEqual(held.sort())
  }
})

const isText = /\.(?:tsx?|m?js|css|md|json|ya?ml|sql|service)$|^[^.]+$/
const ours = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(project).filter((name) => /\.(?:ts|json)$/.test(name) && name !== 'package-lock.json'),
  ...['app', 'bench', 'cli', 'db', 'demo', 'deploy', 'docs', 'payment-simulator', 'scripts', 'tests'].flatMap(
    (folder) =>
      readdirSync(join(project, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && isText.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name).slice(project.length)),
  ),
]

/** The decisions that a text names: by path, by link, by the word, and within decisions by their number alone. */
const namedIn = (path: string): string[] => {
  const text = textOf(path)
  const byPath = [...text.matchAll(/decisions\/(\d{4}(?:-[\w-]+\.md)?)/g)]
  const byWord = [...text.matchAll(/\bdecisions? \[?(\d{4})\b|\((0[0-4]\d{2})\)/gi)].map(
    ([named, word, bracket]) => [named, word ?? bracket] as const,
  )
  if (!path.startsWith('docs/decisions/') || path.endsWith('README.md'))
    return [...byPath, ...byWord].map(([, named = '']) => named)
  const links = [...text.matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)]
  const said = text
    .replaceAll(/^(?:Holds|Supersedes) .*$/gm, '')
    .replaceAll(/`[^`]*`|\]\(.*?\)|^# \d{4}/gm, '')
  const alone = [...said.matchAll(/\b(0\d{3})\b/g)]
  return [...byPath, ...byWord, ...links, ...alone].map(([, named = '']) => named)
}

test('every decision that code, tests and docs name is a page that stands', () => {
  const followed = ours.flatMap((path) => namedIn(path).map((named) => ({ path, named })))
  expect(followed.length).toBeGreaterThan(80)
  const lost = followed
    .filter(({ named }) => (named.length > 4 ? !pages.includes(named) : !standing.has(named)))
    .map(({ path, named }) => {
      const into = mergedInto.get(named.slice(0, 4))
      return `${path}: ${named} ${into ? `stands in ${into}` : 'is no decision'}`
    })
  expect(lost).toEqual([])
})
