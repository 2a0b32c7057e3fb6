import { runnerOf } from '../../../scripts/test-files.js'
import type { Rule } from './import-rules.ts'
import { isNode, type Node, type SourceFile, visit } from './source-file.ts'

const opens = /^(test|it|describe|suite|\w*onBothEngines)$/i
const leavesOut = /^(skip|skipIf|runIf|todo|fixme)$/

/** The name at the beginning of a chain of members and calls: `test` for `test.each([1])('x', f)`. */
const firstName = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'Identifier') return String(node.name)
  return firstName(node.type === 'MemberExpression' ? node.object : (node.callee ?? node.tag))
}

const declaresTests = ({ program }: SourceFile): boolean =>
  program.body.some(
    (statement: unknown) =>
      isNode(statement) &&
      statement.type === 'ExpressionStatement' &&
      isNode(statement.expression) &&
      statement.expression.type === 'CallExpression' &&
      opens.test(firstName(statement.expression)),
  )

/** Whether somebody who saw the name `path` would take the file for tests. */
export const isNamedAsTest = (path: string): boolean =>
  /[._-](test|spec)s?\.[cm]?[jt]sx?$/.test(path) && !/-tests\./.test(path)

/** A file of tests has a name that a runner reads: `x.test.ts` anywhere, or `tests/e2e/x.spec.ts`. */
export const everyTestIsRead: Rule = (files) =>
  files
    .filter((file) => runnerOf(file.path) === undefined && (isNamedAsTest(file.path) || declaresTests(file)))
    .map(({ path }) => `${path} is read by no test runner`)

const isText = (node: unknown) =>
  isNode(node) &&
  (node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string'))

/** Playwright's `test.skip(condition, 'the reason')`. */
const saysWhy = (parent: Node | undefined) =>
  parent?.type === 'CallExpression' && Array.isArray(parent.arguments) && isText(parent.arguments[1])

const isReason = (line: string | undefined) => /^\s*\/\/(?!\s*biome-ignore)/.test(line ?? '')

/** Vitest's `({ skip }) => skip(condition, 'the reason')`. */
const isBareSkip = ({ type, callee, arguments: given }: Node) =>
  type === 'CallExpression' &&
  isNode(callee) &&
  callee.type === 'Identifier' &&
  callee.name === 'skip' &&
  !(Array.isArray(given) && given.some(isText))

/** A test that is left out says why: in a comment on the line above, or in an argument. */
export const skipsSayWhy: Rule = (files) =>
  files.flatMap((file) => {
    const lines = file.text.split('\n')
    const found: string[] = []
    visit(file.program, (node, parent) => {
      if (isBareSkip(node)) found.push(`${file.path} skips without a word`)
      if (node.type !== 'MemberExpression' || !isNode(node.property)) return
      if (!opens.test(firstName(node)) || !leavesOut.test(String(node.property.name))) return
      const line = file.text.slice(0, Number(node.start)).split('\n').length
      const isExplained = isReason(lines[line - 2]) || saysWhy(parent)
      if (!isExplained) found.push(`${file.path}:${line} does not say why it is left out`)
    })
    return found
  })
