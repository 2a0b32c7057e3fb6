import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/get-ready.js'
import { projectPaths } from '../support/architecture/source-file.ts'

/**
 * A fault planted on purpose: `text` stands exactly once in the product and becomes `instead`. `browser` are the words for
 * Playwright when only a browser test can notice it.
 * @typedef {{ name: string, text: string, instead: string, browser?: string }} Fault
 */

const isProduct = (path) => /\.(tsx?|js)$/.test(path) && !/\.test\.tsx?$/.test(path)

/**
 * The file of each fault. A problem is a sentence about a fault whose text is gone, stands twice, or would not change.
 * @param {Fault[]} faults
 * @returns {{ planted: (Fault & { path: string })[], problems: string[] }}
 */
export const findPlaces = (faults) => {
  const files = projectPaths(root)
    .filter((path) => /^(app|cli|db|payment-simulator)\//.test(path) && isProduct(path))
    .map((path) => ({ path, content: readFileSync(join(root, path), 'utf8') }))
  const planted = []
  const problems = []
  for (const fault of faults) {
    const found = files.flatMap(({ path, content }) =>
      content
        .split(fault.text)
        .slice(1)
        .map(() => path),
    )
    if (fault.text === fault.instead) problems.push(`${fault.name}: changes nothing`)
    else if (found.length === 1) planted.push({ ...fault, path: found[0] })
    else problems.push(`${fault.name}: its text stands ${found.length} times in the product, not once`)
  }
  return { planted, problems }
}
