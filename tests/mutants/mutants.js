import { hash } from 'node:crypto'
import { sourceFile, visit } from '../support/architecture/source-file.ts'

const pairs = `=== !==,!== ===,< <=,< >=,<= <,<= >,> >=,> <=,>= >,>= <,+ -,- +,* /,/ *,% *,&& ||,|| &&,every some,some every,min max,max min`
const othersOf = (word) =>
  pairs.split(',').flatMap((pair) => (pair.startsWith(`${word} `) ? pair.split(' ')[1] : []))

/** A part of the node `of`, or all of it, becomes another text. */
const change = (of, instead, { start, end } = of) => ({ of, instead, start, end })
const never = ({ test }) => [change(test, 'false')]
const always = ({ test }) => [...never({ test }), change(test, 'true')]
const nothing = (of) => (of === null || of.type === 'BlockStatement' ? [] : [change(of, 'undefined')])

const otherValue = (value) =>
  typeof value === 'string' ? (value === '' ? "'?'" : "''") : typeof value === 'number' ? value + 1 : !value

/** Each of several is left out, with its comma. */
const leftOut = (of, text, nodes) =>
  nodes.map((node, at) => {
    const [before, next] = [nodes[at - 1], nodes[at + 1]]
    const comma = nodes.length === 1 ? /^\s*,|/.exec(text.slice(node.end))[0].length : 0
    const start = next === undefined && before !== undefined ? before.end : node.start
    return change(of, '', { start, end: (next?.start ?? node.end) + comma })
  })

const ofOperator = (of, text) => {
  const { left, right, operator } = of
  if (operator === '??') return [change(of, text.slice(left.start, left.end))]
  const start = left.end + text.slice(left.end, right.start).indexOf(operator)
  return othersOf(operator).map((other) => change(of, other, { start, end: start + operator.length }))
}

const ofCall = (of, text) => {
  const { callee, arguments: given } = of
  const rest = callee.type === 'MemberExpression' ? callee.object : given.length === 1 ? given[0] : callee
  const isRest = rest !== callee && !/^Super$|^Spread/.test(rest.type)
  const uncalled = isRest ? [change(of, `(${text.slice(rest.start, rest.end)})`)] : []
  const renamed = othersOf(callee.property?.name).map((other) => change(of, other, callee.property))
  // Without its only argument most calls throw.
  return [...uncalled, ...renamed, ...(given.length > 1 ? leftOut(of, text, given).slice(-1) : [])]
}

const changesOf = {
  IfStatement: always,
  ConditionalExpression: always,
  WhileStatement: never,
  DoWhileStatement: never,
  BinaryExpression: ofOperator,
  LogicalExpression: ofOperator,
  UnaryExpression: (of, text) => (of.operator === '!' ? [change(of, text.slice(of.start + 1, of.end))] : []),
  ReturnStatement: ({ argument }) => nothing(argument),
  ArrowFunctionExpression: ({ body }) => nothing(body),
  ExpressionStatement: ({ expression }) => nothing(expression),
  CallExpression: ofCall,
  ArrayExpression: (of, text) => leftOut(of, text, of.elements),
  ObjectExpression: (of, text) => leftOut(of, text, of.properties),
  Literal: (of) => [change(of, `${otherValue(of.value)}`)],
}

/** Where a choice between two expressions would not be read, or would lose `this` or the end of a chain. */
const closed =
  `CallExpression.callee NewExpression.callee MemberExpression.object MemberExpression.property Property.key
  ChainExpression.expression TSNonNullExpression.expression TaggedTemplateExpression.tag TaggedTemplateExpression.quasi
  MethodDefinition.key PropertyDefinition.key AssignmentExpression.left UpdateExpression.argument ImportExpression.source
  JSXAttribute.value JSXElement.children JSXFragment.children`.split(/\s+/)

/** All small changes of a file: the expression from `start` to `end` becomes `instead`. Not of what is for the compiler alone. */
export const mutantsOf = (path, text) => {
  const parents = new Map()
  visit(sourceFile(path, text).program, (node, parent) => parents.set(node, parent))
  const above = (node, is) => (node === undefined || is(node) ? node : above(parents.get(node), is))
  const isForTypes = ({ type, source }) =>
    /^TS(?!AsExpression|NonNull|Satisfies)/.test(type) || (/^Import|^Export/.test(type) && source != null)
  const isStatement = ({ type, directive }) => type === 'ExpressionStatement' && directive == null
  const isHost = (node) => {
    const parent = parents.get(node)
    const read = /^(?!Func|Arrow|Class|JSX.*Expr).*Expression$|Literal$|^Identifier$|^JSX(Element|Fragment)$/
    if (!read.test(node.type) || parent === undefined || parent.operator === 'delete') return false
    const key = Object.keys(parent).find((each) => [parent[each]].flat().includes(node))
    if (closed.includes(`${parent.type}.${key}`)) return false
    return isStatement(parent) || above(node, isStatement)?.start !== node.start
  }
  return [...parents.keys()]
    .filter((node) => above(node, isForTypes) === undefined && parents.get(node)?.type !== 'JSXAttribute')
    .flatMap((node) => changesOf[node.type]?.(node, text) ?? [])
    .flatMap(({ of, start, end, instead }, at) => {
      const host = above(of, isHost)
      if (host === undefined) return []
      const whole = text.slice(host.start, start) + instead + text.slice(end, host.end)
      const short = (each) => each.replace(/\s+/g, ' ').slice(0, 80) || '(left out)'
      const line = text.slice(0, start).split('\n').length
      const what = `${path}:${line} ${short(text.slice(start, end))} → ${short(instead)}`
      const place = { start: host.start, end: host.end, isStatement: isStatement(parents.get(host)) }
      return { id: `${path}:${at}`, ...place, instead: whole, what }
    })
}

/** The file with a choice at each place: which change is made is asked when it runs, so a process goes on with the next. */
export const withChoices = (text, mutants) => {
  const places = [...Map.groupBy(mutants, ({ start, end }) => `${start} ${end}`).values()]
  places.sort(([one], [other]) => one.start - other.start || other.end - one.end)
  const upTo = (from, to) => {
    let [at, written] = [from, '']
    while (places[0]?.[0].start < to) {
      const place = places.shift()
      const { start, end, isStatement } = place[0]
      const choices = place.map(({ id, instead }) => `__mutant('${id}') ? (${instead}) : `).join('')
      // A line that begins with a bracket would call the line before it: this house writes no semicolons.
      written += `${text.slice(at, start)}${isStatement ? 'void ' : ''}(${choices}(${upTo(start, end)}))`
      at = end
    }
    return written + text.slice(at, to)
  }
  return upTo(0, text.length)
}

/** `most` of them by a seed: the same ones on every machine. */
export const chosenBy = (all, seed, most) => {
  const place = (each) => hash('sha1', `${seed} ${each.id ?? each}`)
  return all.toSorted((one, other) => (place(one) < place(other) ? -1 : 1)).slice(0, most)
}
