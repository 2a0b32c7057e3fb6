// Two builds of the shop, measured in turns: a slow minute affects both, so only ratios count.
import { resolve } from 'node:path'
import { root } from '../scripts/install-when-missing.js'

/** From the command line: the earlier build, and this one unless another is named. */
export const [folderA, folderB = root] = process.argv.slice(2).map((folder) => resolve(folder))
if (folderA === undefined) {
  console.error('Say the folder of an earlier build: npm run bench:... -- /path/to/earlier [/path/to/later]')
  process.exit(1)
}

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** Alternates which build comes first; gives results by round. */
export const inTurns = async (rounds, measure) => {
  const results = { a: [], b: [] }
  for (let round = 0; round < rounds; round++) {
    // On stderr, apart from the table: all rounds take many minutes.
    console.error(`round ${round + 1} of ${rounds}`)
    for (const which of round % 2 === 0 ? ['a', 'b'] : ['b', 'a']) results[which].push(await measure(which))
  }
  return results
}

/** A table row: both medians, and the median of the rounds' ratios. */
export const comparison = (name, { a, b }, of, digits = 0) => [
  name,
  median(a.map(of)).toFixed(digits),
  median(b.map(of)).toFixed(digits),
  median(a.map((one, round) => of(b[round]) / of(one))).toFixed(2),
]
