import { product, type Rule } from './import-rules.ts'
import { type Node, visit } from './source-file.ts'

const counters = '文字|字|件|枚|MB|KB|画素|けた|回|分|時間|日|円|行|列|個|点|人|通|種類'
const bounds = '間?(?:まで|以内|以上|以下|有効|後に|のあいだ|を超え|をこえ|より|が過ぎ|を過ぎ)'
/** A number from 3 that says itself a limit: 500文字以内, 8枚まで, 24時間有効. 2枚以上 means several, and limits nothing. */
const limit = new RegExp(`(?<![\\d.,])(?:(?:[3-9]|\\d[\\d,]+)万? ?(?:${counters})|\\d+GB)${bounds}`)

/** What a node says by itself: a string, the text of a tag, or that of a template between its values. */
const saidBy = ({ type, value }: Node): string => {
  if (typeof value === 'string') return value
  return type === 'TemplateElement' && typeof value === 'object' && value !== null && 'cooked' in value
    ? String(value.cooked)
    : ''
}

/** The privacy page lists what others keep; a test beside it compares its numbers with theirs (P14). */
const privacyPage = /\/stored-data\.tsx$/

/** A text that names a limit reads it of the limit's owner, so that text and check cannot part. */
export const limitsAreRead: Rule = (files) =>
  product(files)
    .filter(({ path }) => /^(app|cli)\//.test(path) && !privacyPage.test(path))
    .flatMap(({ path, text, program }) => {
      const found: string[] = []
      visit(program, (node) => {
        const said = limit.exec(saidBy(node))
        if (said === null) return
        found.push(`${path}:${text.slice(0, Number(node.start)).split('\n').length} has ${said[0]} by hand`)
      })
      return [...new Set(found)]
    })
