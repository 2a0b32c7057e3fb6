import { sourceFile, visit } from '../support/architecture/source-file.ts'

/**
 * One small change of a source file: the expression from `start` to `end` becomes `instead`; `at` is what is changed in it.
 * @typedef {{ id: string, path: string, line: number, start: number, end: number, instead: string, isStatement: boolean,
 *   at: [start: number, end: number], what: string }} Mutant
 */

const others = {
  __proto__: null,
  ...{
    '===': ['!=='],
    '!==': ['==='],
    '<': ['<=', '>='],
    '<=': ['<', '>'],
    '>': ['>=', '<='],
    '>=': ['>', '<'],
  },
  ...{ '+': ['-'], '-': ['+'], '*': ['/'], '/': ['*'], '%': ['*'], '&&': ['||'], '||': ['&&'] },
  ...{ every: ['some'], some: ['every'], min: ['max'], max: ['min'] },
}

const whole = (of, instead, what) => ({ of, start: of.start, end: of.end, instead, what })

/** Each of several is left out, with its comma. */
const leftOut = (text, of, nodes, what) =>
  nodes.flatMap((node, at) => {
    const [before, next] = [nodes[at - 1], nodes[at + 1]]
    if (node === null || before === null || next === null) return []
    const start = next === undefined && before !== undefined ? before.end : node.start
    const comma = nodes.length === 1 ? /^\s*,|/.exec(text.slice(node.end))[0].length : 0
    return { of, start, end: (next?.start ?? node.end) + comma, instead: '', what: `${what} is left out` }
  })

const always = (test) =>
  ['false', 'true'].map((value) => whole(test, value, `the condition is always ${value}`))

const ofOperator = (of, text) => {
  const { left, right, operator } = of
  if (operator === '??') return [whole(of, text.slice(left.start, left.end), 'nothing stands in')]
  const start = left.end + text.slice(left.end, right.start).indexOf(operator)
  const end = start + operator.length
  return (others[operator] ?? []).map((instead) => ({
    of,
    start,
    end,
    instead,
    what: `it is ${instead}`,
  }))
}

const ofCall = (of, text) => {
  const { callee, arguments: given } = of
  // Without its only argument most calls throw.
  const changes = given.length > 1 ? leftOut(text, of, given, 'an argument').slice(-1) : []
  const instead =
    callee.type === 'MemberExpression' ? callee.object : given.length === 1 ? given[0] : undefined
  if (instead !== undefined && !/^Super$|^Spread/.test(instead.type))
    changes.push(whole(of, `(${text.slice(instead.start, instead.end)})`, 'the call is left out'))
  const { start, end, name } = callee.property ?? {}
  for (const twin of others[name] ?? [])
    changes.push({ of, start, end, instead: twin, what: `it is ${twin}` })
  return changes
}

/** The parser counts the signs around it in. */
const ofTemplate = (of, text) => {
  const start = of.start + (/[`}]/.test(text[of.start]) ? 1 : 0)
  const end = start + text.slice(start, of.end).replace(/(`|\$\{)$/, '').length
  return start < end ? [{ of, start, end, instead: '', what: 'the text is empty' }] : []
}

const ofLiteral = (of, _text, parent) => {
  const { value } = of
  if (parent.type === 'JSXAttribute') return []
  if (typeof value === 'string') return [whole(of, value === '' ? "'?'" : "''", 'the text is another')]
  if (typeof value === 'boolean') return [whole(of, String(!value), `it is ${!value}`)]
  return typeof value === 'number' ? [whole(of, String(value + 1), 'it is one more')] : []
}

const nothing = (of) =>
  of === null || of.type === 'BlockStatement' ? [] : [whole(of, 'undefined', 'nothing is given')]

const changesOf = {
  IfStatement: ({ test }) => always(test),
  ConditionalExpression: ({ test }) => always(test),
  WhileStatement: ({ test }) => always(test).slice(0, 1),
  DoWhileStatement: ({ test }) => always(test).slice(0, 1),
  BinaryExpression: ofOperator,
  LogicalExpression: ofOperator,
  UnaryExpression: (of, text) =>
    of.operator === '!' ? [whole(of, text.slice(of.argument.start, of.end), '! is left out')] : [],
  ReturnStatement: ({ argument }) => nothing(argument),
  ArrowFunctionExpression: ({ body }) => nothing(body),
  ExpressionStatement: ({ expression }) => [whole(expression, 'undefined', 'the statement is left out')],
  CallExpression: ofCall,
  ArrayExpression: (of, text) => leftOut(text, of, of.elements, 'an element'),
  ObjectExpression: (of, text) => leftOut(text, of, of.properties, 'a property'),
  TemplateElement: ofTemplate,
  Literal: ofLiteral,
}

/** Where a choice between two expressions would not be read, or would lose `this` or the end of a chain. */
const closed = new Set(
  `CallExpression.callee NewExpression.callee MemberExpression.object MemberExpression.property ChainExpression.expression
  TSNonNullExpression.expression TaggedTemplateExpression.tag TaggedTemplateExpression.quasi Property.key MethodDefinition.key
  PropertyDefinition.key AssignmentExpression.left UpdateExpression.argument ImportExpression.source JSXAttribute.value
  JSXElement.children JSXFragment.children`.split(/\s+/),
)

const isExpression = ({ type }) =>
  /^(?!Function|Arrow|Class|JSX.*Expr).*Expression$|Literal$|^Identifier$|^JSX(Element|Fragment)$/.test(type)

/** What is for the compiler alone changes nothing when the program runs. */
const isForTypes = ({ type, source }) =>
  /^TS(?!AsExpression|NonNull|Satisfies)/.test(type) || (/^Import|^Export/.test(type) && source != null)

/**
 * All small changes of a file, in the order of its text. Throws when `text` is no TypeScript.
 * @returns {Mutant[]}
 */
export const mutantsOf = (path, text) => {
  const parents = new Map()
  visit(sourceFile(path, text).program, (node, parent) => parents.set(node, parent))
  const above = (node, is) => (node === undefined || is(node) ? node : above(parents.get(node), is))
  const isStatement = ({ type, directive }) => type === 'ExpressionStatement' && directive == null
  const isHost = (node) => {
    const parent = parents.get(node)
    if (!isExpression(node) || parent === undefined || parent.operator === 'delete') return false
    const key = Object.keys(parent).find((each) => [parent[each]].flat().includes(node))
    if (closed.has(`${parent.type}.${key}`)) return false
    return isStatement(parent) || above(node, isStatement)?.start !== node.start
  }
  return [...parents]
    .filter(([node]) => above(node, isForTypes) === undefined)
    .flatMap(([node, parent]) => changesOf[node.type]?.(node, text, parent) ?? [])
    .map(({ of, start, end, instead, what }) => ({
      host: above(of, isHost),
      start,
      end,
      instead,
      what,
    }))
    .filter(({ host }) => host !== undefined)
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .map(({ host, start, end, instead, what }, at) => ({
      id: `${path}:${at}`,
      path,
      line: text.slice(0, start).split('\n').length,
      start: host.start,
      end: host.end,
      instead: text.slice(host.start, start) + instead + text.slice(end, host.end),
      isStatement: isStatement(parents.get(host)),
      at: [start, end],
      what: `${what}: ${text.slice(start, end).replace(/\s+/g, ' ').slice(0, 80)}`,
    }))
}

/**
 * The file with a choice at each place: which change is made is asked when it runs, so a process can go on with the next one.
 * @param {string} text
 * @param {readonly Mutant[]} mutants
 */
export const withChoices = (text, mutants) => {
  const places = [...Map.groupBy(mutants, ({ start, end }) => `${start} ${end}`).values()].toSorted(
    ([one], [other]) => one.start - other.start || other.end - one.end,
  )
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

/** `most` of them, the same ones for the same seed, spread over all. */
export const chosenBy = (all, seed, most) => {
  let state = seed >>> 0
  // A linear congruential generator with the constants of Numerical Recipes: the same choice on every machine.
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0)
  const placed = all
    .map((each) => ({ each, place: next() }))
    .toSorted((one, other) => one.place - other.place)
  return placed.slice(0, most).map(({ each }) => each)
}
