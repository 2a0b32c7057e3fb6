import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

// Class names of the browser's code as plain texts: with the names of a style sheet as one object each file would bring them all, and
// the style sheets of an area stand in one file (docs/decisions/0169).

const imported = /^import (\w+) from ('[^']+\.module\.css')/gm

/** @returns {import('vite').Plugin} which asks for the names one by one, so that the bundler puts them where they are used */
export const classNamesInPlace = () => ({
  name: 'class-names-in-place',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/app\/.*\.tsx?(?:\?.*)?$/, code: '.module.css' },
    handler: (text) => ({ code: text.replaceAll(imported, 'import * as $1 from $2'), map: null }),
  },
})

/** @returns {import('vite').Plugin} keeps the style sheets whose names all stand where they are used */
export const keepStyles = () => ({
  name: 'keep-styles',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: (code) => ({ code: `${code}\nglobalThis.css`, map: null, moduleSideEffects: true }),
  },
})

const sheetOf = (file) => relative(process.cwd(), file.replace(/\?.*$/, '')).replaceAll('\\', '/')

/**
 * Of hot reload, which meets classes that were not there when it started.
 * @param {string} name
 * @param {string} file
 */
export const readableClassName = (name, file) =>
  `${name}_${createHash('sha256').update(sheetOf(file)).digest('base64url').slice(0, 4)}`

const declared = /\.([a-z][\w-]*)|@keyframes\s+([\w-]+)/gi
const small = 'abcdefghijklmnopqrstuvwxyz'
const capitals = small.toUpperCase()
const letters = small + capitals

/**
 * Two letters for each class of the style sheets, since a first visit receives it four times: in the page, its styles, its script and the
 * sheet (docs/decisions/0188). A capital comes first, which no name written by hand has.
 * @param {string} folder whose sheets are read
 * @returns {(name: string, file: string) => string} throws for a class that is in none of them
 */
export const shortClassNames = (folder) => {
  const names = new Map()
  for (const file of globSync(`${folder}/**/*.module.css`).sort()) {
    const inFile = new Set(
      [...readFileSync(file, 'utf8').matchAll(declared)].map(([, one, other]) => one ?? other),
    )
    for (const name of inFile) {
      const at = names.size
      const first = capitals[Math.floor(at / letters.length)]
      if (first === undefined) throw new Error('there are more classes than names of two letters')
      names.set(`${sheetOf(file)} ${name}`, `${first}${letters[at % letters.length]}`)
    }
  }
  return (name, file) => {
    const short = names.get(`${sheetOf(file)} ${name}`)
    if (short === undefined) throw new Error(`${sheetOf(file)} has no class ${name}`)
    return short
  }
}

const property = /(?<![\w-])--[a-z][\w-]*/g

/** One letter, then two, for the properties of the style sheets' own: those that stand most often have the shortest. */
const shortPropertyNames = (folder) => {
  const counts = new Map()
  for (const file of globSync(`${folder}/**/*.css`))
    for (const [name] of readFileSync(file, 'utf8').matchAll(property))
      counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [...counts]
    .sort(([a, many], [b, others]) => others - many || (a < b ? -1 : 1))
    .map(([name]) => name)
  const letter = (at) => letters[at % letters.length]
  const short = (at) =>
    at < letters.length ? letter(at) : letter(Math.floor(at / letters.length) - 1) + letter(at)
  return new Map(names.map((name, at) => [name, `--${short(at)}`]))
}

/**
 * Properties of one's own by short names, since each page carries those that it uses (docs/decisions/0188). No script names one.
 * @param {string} folder whose sheets are read
 * @returns {import('vite').Plugin}
 */
export const shortProperties = (folder) => {
  const names = shortPropertyNames(folder)
  return {
    name: 'short-properties',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/app\/.*\.css(?:\?.*)?$/ },
      handler: (text) => ({ code: text.replaceAll(property, (name) => names.get(name) ?? name), map: null }),
    },
  }
}
