// npm run bench:house [-- FOLDER]: sizes of the code, beside those of an earlier checkout, and how much three things pass on their way
// through it (house-ways.ts). Exact; starts nothing. Ends with an error when a way is no longer as it is listed.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from '../scripts/install-when-missing.js'
import { isSample, linesOf } from '../tests/support/architecture/code-rules.ts'
import { noCircles } from '../tests/support/architecture/house-rules.ts'
import { product, roomOf } from '../tests/support/architecture/import-rules.ts'
import { readSources } from '../tests/support/architecture/source-file.ts'
import { brokenShapes, brokenStops, renamesIn } from '../tests/support/architecture/way-rules.ts'
import { shapes, ways } from './house-ways.ts'
import { printTable } from './print-table.js'

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const commentLines = ({ comments }) => sum(comments.map((comment) => comment.split('\n').length))

/** What `npm ci --omit=dev --omit=optional` installs. */
const packages = (folder) =>
  Object.values(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages)
    // The first entry is the shop itself.
    .slice(1)
    .filter(({ dev, optional, devOptional }) => !dev && !optional && !devOptional).length

/** Of the product's files, tests aside. */
const importers = (files, path) =>
  files.filter(({ imports }) => imports.some(({ target }) => target === path)).length

const figuresOf = (folder) => {
  const all = readSources(folder)
  const files = product(all).filter((file) => !isSample(file))
  const bySize = files.toSorted((a, b) => linesOf(a) - linesOf(b))
  const at = (share) => bySize[Math.floor((bySize.length - 1) * share)]
  const lines = sum(files.map(linesOf))
  const tests = all.filter((file) => product([file]).length === 0)
  return {
    figures: {
      'source files': files.length,
      lines,
      'lines of the median file': linesOf(at(0.5)),
      'lines at the 90th percentile': linesOf(at(0.9)),
      'lines of the largest file': linesOf(at(1)),
      'comment lines in a hundred': ((100 * sum(files.map(commentLines))) / lines).toFixed(1),
      'test files': tests.length,
      'lines of tests': sum(tests.map(linesOf)),
      'lines with an import': sum(all.map(({ imports }) => imports.length)),
      'files that one other file imports': files.filter(({ path }) => importers(files, path) === 1).length,
      circles: noCircles(all).length,
      'production packages': packages(folder),
    },
    features: Object.groupBy(
      files.filter(({ path }) => roomOf(path) !== undefined),
      ({ path }) => roomOf(path),
    ),
    largest: at(1).path,
  }
}

const folders = [...process.argv.slice(2).map((folder) => resolve(folder)), root]
const houses = folders.map(figuresOf)
const cell = (value) => String(value ?? '-')

printTable([
  ['', ...folders.map((folder) => (folder === root ? 'now' : 'earlier'))],
  ...Object.keys(houses[0].figures).map((name) => [
    name,
    ...houses.map(({ figures }) => cell(figures[name])),
  ]),
  ...[...new Set(houses.flatMap(({ features }) => Object.keys(features)))]
    .sort()
    .map((name) => [`files of ${name}`, ...houses.map(({ features }) => cell(features[name]?.length))]),
])
for (const { largest } of houses) console.log(`largest: ${largest}`)

const stopsOnSqlite = ({ stops }) => stops.filter(({ only }) => only === undefined).length
const files = readSources(root)
console.log()
printTable([
  ['files on the way of', 'SQLite', 'PostgreSQL'],
  ...ways.map((way) => [way.name, cell(stopsOnSqlite(way)), cell(way.stops.length)]),
])
const own = shapes.filter(({ of }) => of === undefined)
console.log(
  `a management number, from the feed to the payment page: ${own.length} shapes of their own under ${shapes.length} names, ` +
    `${renamesIn(shapes)} renames of the field`,
)
const broken = [...ways.flatMap((way) => brokenStops(way, files)), ...brokenShapes(shapes, files)]
for (const sentence of broken) console.error(sentence)
process.exitCode = broken.length > 0 ? 1 : 0
