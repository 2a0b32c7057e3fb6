import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { addresses } from '../app/addresses.ts'
import { patternOf } from '../app/href.ts'
import { ownerCommand } from '../cli/owner-commands.server.ts'
import { pinnedNode } from '../scripts/install-when-missing.js'
import { serverFlags } from '../scripts/run-pinned.js'

const project = fileURLToPath(new URL('..', import.meta.url))
const textOf = (path: string) => readFileSync(join(project, path), 'utf8')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(project, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...readdirSync(join(project, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
]

/** What the guides make up. */
const examples = /\bevents?\b|NNNN|…/

/** The files that a page leads to by its links, and those that it names by their whole path. */
const filesNamedIn = (page: string): string[] => {
  const text = textOf(page)
  const linked = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, to = '']) =>
    join(dirname(page), to),
  )
  const named = [...text.matchAll(/`((?:app|cli|db|demo|tests|scripts|bench|docs)\/[\w./-]+\.\w+)`/g)]
  const inFeatures = [...text.matchAll(/`(features\/[\w./-]+\.\w+)`/g)]
  return [
    ...linked,
    ...named.map(([, path = '']) => path),
    ...inFeatures.map(([, path]) => `app/${path}`),
  ].filter((path) => !examples.test(path))
}

test('every file that the docs name is there', () => {
  for (const page of pages)
    expect(
      filesNamedIn(page).filter((path) => !existsSync(join(project, path))),
      page,
    ).toEqual([])
  expect(filesNamedIn('README.md').length).toBeGreaterThan(20)
})

/** As GitHub makes an anchor of a heading. */
const anchorsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('README.md leads an owner first to her page, which shows a day in at most six pictures and leads on', () => {
  const readme = textOf('README.md')
  expect(readme.indexOf('](docs/はじめに.md)')).toBeGreaterThan(0)
  expect(readme.indexOf('](docs/はじめに.md)')).toBeLessThan(readme.indexOf('](docs/running.md)'))
  const page = textOf('docs/はじめに.md')
  const pictures = [...page.matchAll(/!\[([^\]]+)\]\((pictures\/[\w-]+\.webp)\)/g)].map(
    ([, , path = '']) => path,
  )
  expect(pictures.length).toBeGreaterThan(3)
  expect(pictures.length).toBeLessThanOrEqual(6)
  expect(page).toContain('](running.md)')
})

test('the chapters of docs/running.md are numbered as they are done: the desk before its file, and then the opening', () => {
  const chapters = [...textOf('docs/running.md').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
  expect(chapters.map((heading) => Number.parseInt(heading, 10))).toEqual(chapters.map((_, at) => at + 1))
  const at = (text: string) => chapters.findIndex((heading) => heading.includes(text))
  expect(at('机に入る')).toBeLessThan(at('shop.settings.json'))
  expect(at('shop.settings.json')).toBeLessThan(at('開く'))
})

test('README.md leads an owner to her page before any command, and its map names every folder of the features', () => {
  const readme = textOf('README.md')
  expect(readme.indexOf('](docs/running.md)')).toBeGreaterThan(0)
  expect(readme.indexOf('](docs/running.md)')).toBeLessThan(readme.search(/```|npm /))
  const map = readme.split('\n## The map\n')[1]?.split('\n## ')[0] ?? ''
  const rows = [...map.matchAll(/^\| (`.+) \| (.+) \|$/gm)].map(([, folders = '', text = '']) => ({
    folders: [...folders.matchAll(/`([\w/-]+)`/g)].map(([, path = '']) =>
      path.includes('/') || !folders.includes('app/features/') ? path : `app/features/${path}`,
    ),
    parts: [...text.matchAll(/`([\w-]+)`/g)].map(([, part = '']) => part),
  }))
  expect(rows.length).toBeLessThanOrEqual(12)
  const named = rows.flatMap(({ folders, parts }) => [
    ...folders,
    ...parts.flatMap((part) => {
      const owner = folders.find((folder) => existsSync(join(project, folder, part)))
      return `${owner ?? folders[0]}/${part}`
    }),
  ])
  const foldersIn = (path: string) =>
    readdirSync(join(project, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'ui')
      .map((entry) => `${path}/${entry.name}`)
  const features = foldersIn('app/features')
  expect(named.filter((path) => path.startsWith('app/features/')).sort()).toEqual(
    [...features, ...features.flatMap(foldersIn)].sort(),
  )
  expect(named.filter((path) => !existsSync(join(project, path)))).toEqual([])
})

test('README.md lists every action of the owner’s commands', () => {
  const list = textOf('README.md').split('\n## For the owner\n')[1]?.split('```')[1] ?? ''
  const { scripts } = JSON.parse(textOf('package.json'))
  const names = Object.keys(scripts).filter(
    (name) => scripts[name] === `node scripts/owner-command.js ${name}`,
  )
  expect(names.length).toBeGreaterThan(5)
  const ofData = [...textOf('cli/data.ts').matchAll(/npm run data -- ([a-z-]+)/g)].map(
    ([, action = '']) => action,
  )
  for (const name of names) {
    const actions = name === 'data' ? ofData : Object.keys(ownerCommand(name)?.actions ?? {})
    const told = list.split('\n').find((row) => row.startsWith(`npm run ${name} -- `)) ?? ''
    const words: readonly string[] = told.match(/[a-z][a-z-]*/g) ?? []
    expect(actions.length, name).toBeGreaterThan(0)
    expect(
      actions.filter((action) => !words.includes(action)),
      name,
    ).toEqual([])
  }
})

test('every heading that the docs lead to is there', () => {
  for (const page of pages) {
    const links = [...textOf(page).matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)]
    const lost = links.filter(([, to, anchor = '']) => {
      const target = to ? join(dirname(page), to) : page
      return !anchorsOf(target).includes(decodeURIComponent(anchor))
    })
    expect(
      lost.map(([link]) => link),
      page,
    ).toEqual([])
  }
})

test('every npm run of the docs is a script of package.json', () => {
  const { scripts } = JSON.parse(textOf('package.json'))
  for (const page of pages) {
    const named = [...textOf(page).matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => name)
    expect(
      named.filter((name) => scripts[name] === undefined && !examples.test(name)),
      page,
    ).toEqual([])
  }
})

test('ASVS 13.3.1: what deploy/compose.yaml reads secrets from is neither git’s nor the image’s', () => {
  const compose = textOf('deploy/compose.yaml')
  const named = [...compose.matchAll(/^ +(?:env_file|file): (.+)$/gm)].map(
    ([, name = '']) => `deploy/${name}`,
  )
  expect(named).toHaveLength(2)
  for (const list of ['.gitignore', '.dockerignore', '.containerignore'])
    expect(textOf(list).split('\n'), list).toEqual(expect.arrayContaining([...named, '.env']))
})

test('service and image run the shop with the flags of npm start', () => {
  for (const file of ['deploy/nuno-square.service', 'deploy/Containerfile']) {
    const [run = ''] = /^.*scripts\/serve\.js.*$/m.exec(textOf(file)) ?? []
    const flags = run.match(/--[\w=-]+/g) ?? []
    expect(flags.filter((flag) => flag !== '--import').toSorted(), file).toEqual(serverFlags.toSorted())
  }
})

test('the service runs the Node of this machine’s processor, and may write to the folder of backups that docs/running.md names', () => {
  const service = textOf('deploy/nuno-square.service')
  const [, program = ''] = /exec (\S+)/.exec(service) ?? []
  expect(program).toBe('node_modules/node-linux-*/bin/node')
  const fits = new RegExp(`/${program.replace('*', '(?:x64|arm64)')}$`)
  if (process.platform === 'linux') expect(pinnedNode()).toMatch(fits)
  expect(service).not.toMatch(/x64\/|arm64\//)
  const [, ours = ''] = /^StateDirectory=(.*)$/m.exec(service) ?? []
  const allowed = ours.split(' ').map((name) => `/var/lib/${name}`)
  const section = textOf('docs/running.md').split('### systemd で')[1]?.split('\n### ')[0] ?? ''
  const [, backups = ''] = /`BACKUP_TO=([^`]+)`/.exec(section) ?? []
  const [, data = ''] = /^Environment=DATA_DIR=(.*)$/m.exec(service) ?? []
  expect(allowed).toContain(backups)
  expect(allowed.some((folder) => data.startsWith(`${folder}/`))).toBe(true)
  expect(section).toContain('ReadWritePaths=')
})

test('docs/settings.md has a row for every setting that is read, and for no other', () => {
  const read = [...textOf('app/server/env.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name)
  const rows = [...textOf('docs/settings.md').matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell)
  const told = rows.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name))
  expect(told.length).toBeGreaterThan(15)
  expect(told.sort()).toEqual(read.sort())
})

/** Answered before the router. */
const probes = ['/healthz', '/readyz']

test('docs/addresses.md leads nowhere but to addresses of the site', () => {
  const cells = [...textOf('docs/addresses.md').matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell)
  const told = cells.flatMap((cell) => [...cell.matchAll(/`(\/[^`?]*)[^`]*`/g)].map(([, path = '']) => path))
  const rows = Object.keys(addresses).filter((path) => !path.endsWith('*'))
  const isThere = (path: string) => rows.some((row) => patternOf(row).test(path))
  expect(told.length).toBeGreaterThan(20)
  expect(told.filter((path) => !isThere(path))).toEqual(probes)
})

test('CHANGELOG.md is lists of who notices it, release by release', () => {
  const [, ...releases] = textOf('CHANGELOG.md').split(/^## /m)
  expect(releases[0]).toMatch(/^Unreleased\n/)
  for (const release of releases.slice(0, -1)) {
    const lists = [...release.matchAll(/^### (.+)$/gm)].map(([, who]) => who)
    expect(lists).toEqual(['Owners', 'Shoppers and members', 'Developers'])
  }
  const lines = releases.flatMap((release) => release.split('\n').slice(1))
  const isOfList = /^(?:|### .+|- .+| {2}\S.*|[A-Z][^.]*:)$/
  expect(lines.filter((line) => !isOfList.test(line))).toEqual([])
})

test('docs/product-rules.md has one sentence in each row, each id once, and the parts of a rule behind it', () => {
  const rows = [...textOf('docs/product-rules.md').matchAll(/^\| ([A-Z]\d+)(?:\.(\d+))? \| (.+) \|$/gm)]
  expect(rows.length).toBeGreaterThan(300)
  const lines = textOf('docs/product-rules.md').match(/^\| (?!id )[^-].*$/gm) ?? []
  expect(lines.filter((line) => !rows.some(([row]) => row === line))).toEqual([])
  const ids = rows.map(([, id, part]) => `${id} ${part ?? 1}`)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  // What stands in brackets or between backticks has signs of its own.
  const sentences = (text: string) =>
    text.replaceAll(/\([^)]*\)|`[^`]*`/g, '').split(/[.!?](?=\s|$)/).length - 1
  expect(rows.filter(([, , , text = '']) => sentences(text) !== 1).map(([row]) => row)).toEqual([])
  const before = (at: number) => `${rows[at - 1]?.[1]} ${rows[at - 1]?.[2] ?? 1}`
  const parts = rows.map(([, id, part], at) => ({ id, part, at })).filter(({ part }) => part !== undefined)
  expect(parts.filter(({ id, part, at }) => before(at) !== `${id} ${Number(part) - 1}`)).toEqual([])
})

test('docs/glossary.md names every table of the database, and no other', () => {
  const tables = [...textOf('db/schema.sql').matchAll(/^create (?:virtual )?table (\w+)/gim)].map(
    ([, name]) => name,
  )
  const named = [...textOf('docs/glossary.md').matchAll(/^\| .* \| (.*) \| [^|]*\|$/gm)].flatMap(
    ([, cell = '']) => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name),
  )
  expect(tables.length).toBeGreaterThan(30)
  expect([...new Set(named)].sort()).toEqual(tables.sort())
})

/** Sentences of the code, without what is put into them. */
const sentencesOfCode = (): string => {
  const folders = ['app', 'cli', 'scripts']
  const files = folders.flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ts|js)$/.test(path) && !path.includes('.test.'))
      .map((path) => `${folder}/${path}`),
  )
  return files.map(textOf).join('\n')
}

test('what docs/running.md explains of a start is what the code says', () => {
  const [, table = ''] =
    /\| 言われたこと \| すること \|\n\| --- \| --- \|\n((?:\|.*\n)+)/.exec(textOf('docs/running.md')) ?? []
  const messages = table.split('\n').flatMap((row) => {
    const [, said = ''] = row.split(' | ')[0]?.split(/^\| /) ?? []
    return [...said.matchAll(/`([^`]+)`/g)]
      .map(([, message = '']) => message)
      .filter((message) => message.includes(' ') || /\p{Script=Hiragana}/u.test(message))
  })
  expect(messages.length).toBeGreaterThan(20)
  const said = sentencesOfCode()
  // Between these parts the code puts names, numbers and places of files.
  const partsOf = (message: string) =>
    message
      .split(/…|^[A-Z_]+:|[a-z]+\.[A-Za-z]+|, entry \d+, \w+|line \d+.*|[,:;] |\d+/)
      .map((part) => part.trim().replace(/[.。]$/, ''))
      .filter((part) => part.length > 5)
  expect(messages.every((message) => partsOf(message).length > 0)).toBe(true)
  const untrue = messages.filter((message) => partsOf(message).some((part) => !said.includes(part)))
  expect(untrue).toEqual([])
})
