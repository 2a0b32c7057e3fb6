import { posix } from 'node:path'
import type { Rule } from './import-rules.ts'
import { isTest, type SourceFile } from './source-file.ts'

const isContent = ({ path }: SourceFile) =>
  path.startsWith('db/demo/') || path.startsWith('payment-simulator/description/')
const lines = ({ text }: SourceFile) => text.trimEnd().split('\n').length

/** Sizes in lines of the product's own sources: content and tests left aside. */
export const sizesOf = (
  files: readonly SourceFile[],
): { median: number; p90: number; largest: number; count: number } => {
  const sizes = files
    .filter((file) => !isTest(file) && !isContent(file))
    .map(lines)
    .sort((a, b) => a - b)
  const at = (share: number) => sizes[Math.floor((sizes.length - 1) * share)] ?? 0
  return { median: at(0.5), p90: at(0.9), largest: at(1), count: sizes.length }
}

/** No source has more than 300 lines. */
export const nothingIsHuge: Rule = (files) =>
  files
    .filter((file) => !isTest(file) && !isContent(file) && lines(file) > 300)
    .map((file) => `${file.path} has ${lines(file)} lines`)

/** A route parses, asks and answers: 120 lines are enough. */
export const routesAreThin: Rule = (files) =>
  files
    .filter((file) => file.path.startsWith('app/routes/') && !isTest(file) && lines(file) > 120)
    .map((file) => `${file.path} has ${lines(file)} lines`)

const saysNothing = new Set(['index', 'util', 'utils', 'helper', 'helpers', 'common', 'misc', 'lib'])

/** Rule 5: names tell what is inside. `paths` are all files of the project. */
export const namesSayNothing = (paths: readonly string[]): string[] =>
  paths.filter((path) =>
    path.split(posix.sep).some((part) => part.split('.').some((word) => saysNothing.has(word.toLowerCase()))),
  )
