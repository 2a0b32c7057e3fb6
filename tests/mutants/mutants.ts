import { isNode, type Node, sourceFile, visit } from '../support/architecture/source-file.ts'

/** One small change of a source file: the expression from `start` to `end` becomes `instead`. */
export interface Mutant {
  /** The same in each run, as long as the file is. */
  readonly id: string
  readonly path: string
  readonly line: number
  readonly start: number
  readonly end: number
  readonly instead: string
  /** Where in the text the change itself is, which may be less than the expression. */
  readonly at: readonly [start: number, end: number]
  /** What is changed, for people: "the condition is always true: amount > left". */
  readonly what: string
}

/** `of` is the node that the change belongs to. */
interface Change {
  readonly of: Node
  readonly start: number
  readonly end: number
  readonly instead: string
  readonly what: string
}

const operators: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
}
const twins = new Map([
  ['every', 'some'],
  ['some', 'every'],
  ['min', 'max'],
  ['max', 'min'],
])

const spanOf = (node: Node): [number, number] => [Number(node.start), Number(node.end)]
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

const whole = (of: Node, instead: string, what: string): Change => {
  const [start, end] = spanOf(of)
  return { of, start, end, instead, what }
}

/** One of several is left out, with its comma. */
const leftOut = (text: string, of: Node, list: unknown, what: string): Change[] => {
  const nodes = nodesIn(list)
  return nodes.map((node, at) => {
    const [before, next] = [nodes[at - 1], nodes[at + 1]]
    const start = Number(next === undefined && before !== undefined ? before.end : node.start)
    const comma = nodes.length === 1 ? (/^\s*,/.exec(text.slice(Number(node.end)))?.[0].length ?? 0) : 0
    return {
      of,
      start,
      end: Number(next?.start ?? node.end) + comma,
      instead: '',
      what: `${what} is left out`,
    }
  })
}

const ofOperator = (text: string, of: Node): Change[] => {
  const { left, right, operator } = of
  if (!isNode(left) || !isNode(right) || typeof operator !== 'string') return []
  if (operator === '??') return [whole(of, text.slice(...spanOf(left)), 'nothing stands in')]
  const start = text.indexOf(operator, Number(left.end))
  const end = start + operator.length
  return (operators[operator] ?? []).map((instead) => ({
    of,
    start,
    end,
    instead,
    what: `${operator} is ${instead}`,
  }))
}

const ofCall = (text: string, of: Node): Change[] => {
  const { callee } = of
  if (!isNode(callee)) return []
  const textOf = (node: Node) => text.slice(...spanOf(node))
  const [first, second] = nodesIn(of.arguments)
  // Without its only argument most calls throw.
  const changes = second === undefined ? [] : leftOut(text, of, of.arguments, 'an argument').slice(-1)
  if (
    callee.type === 'Identifier' &&
    first !== undefined &&
    first.type !== 'SpreadElement' &&
    second === undefined
  )
    changes.push(whole(of, `(${textOf(first)})`, 'the call is left out'))
  if (callee.type !== 'MemberExpression' || !isNode(callee.object) || !isNode(callee.property)) return changes
  if (callee.object.type === 'Super') return changes
  const twin = twins.get(textOf(callee.property))
  const [start, end] = spanOf(callee.property)
  if (twin !== undefined) changes.push({ of, start, end, instead: twin, what: `the call is ${twin}` })
  return [...changes, whole(of, textOf(callee.object), 'the call is left out')]
}

/** The parser counts the signs around it in. */
const ofTemplate = (text: string, of: Node): Change[] => {
  const start = Number(of.start) + (/[`}]/.test(text[Number(of.start)] ?? '') ? 1 : 0)
  const length = text.slice(start, Number(of.end)).replace(/(`|\$\{)$/, '').length
  return length === 0 ? [] : [{ of, start, end: start + length, instead: '', what: 'a text is empty' }]
}

const always = (test: unknown, ...values: readonly string[]): Change[] =>
  isNode(test) ? values.map((value) => whole(test, value, `the condition is always ${value}`)) : []

const changesOf = (text: string, node: Node, parent: Node | undefined): Change[] => {
  const { test, argument, expression, body, value, type } = node
  if (type === 'IfStatement' || type === 'ConditionalExpression') return always(test, 'true', 'false')
  if (type === 'WhileStatement') return always(test, 'false')
  if (type === 'BinaryExpression' || type === 'LogicalExpression') return ofOperator(text, node)
  if (type === 'ReturnStatement' && isNode(argument))
    return [whole(argument, 'undefined', 'nothing is returned')]
  if (type === 'UnaryExpression' && node.operator === '!' && isNode(argument))
    return [whole(node, text.slice(...spanOf(argument)), '! is left out')]
  if (type === 'ExpressionStatement' && isNode(expression) && node.directive == null)
    return [whole(expression, 'undefined', 'the statement is left out')]
  if (type === 'ArrowFunctionExpression' && isNode(body) && body.type !== 'BlockStatement')
    return [whole(body, 'undefined', 'nothing is returned')]
  if (type === 'CallExpression') return ofCall(text, node)
  if (type === 'ArrayExpression') return leftOut(text, node, node.elements, 'an element')
  if (type === 'ObjectExpression') return leftOut(text, node, node.properties, 'a property')
  if (type === 'TemplateElement') return ofTemplate(text, node)
  if (type !== 'Literal' || parent?.type === 'JSXAttribute') return []
  if (typeof value === 'string') return [whole(node, value === '' ? "'?'" : "''", 'the text is another')]
  if (typeof value === 'boolean') return [whole(node, String(!value), `it is ${!value}`)]
  return typeof value === 'number' ? [whole(node, String(value + 1), 'it is one more')] : []
}

/** Where a choice between two expressions would not be read, or would lose `this` or the end of a chain. */
const closed: Readonly<Record<string, readonly string[]>> = {
  CallExpression: ['callee'],
  NewExpression: ['callee'],
  MemberExpression: ['object', 'property'],
  ChainExpression: ['expression'],
  TSNonNullExpression: ['expression'],
  TaggedTemplateExpression: ['tag', 'quasi'],
  Property: ['key'],
  MethodDefinition: ['key'],
  PropertyDefinition: ['key'],
  AssignmentExpression: ['left'],
  UpdateExpression: ['argument'],
  ImportExpression: ['source'],
  JSXAttribute: ['value'],
  JSXElement: ['children'],
  JSXFragment: ['children'],
}

const isHost = (node: Node, parent: Node | undefined): boolean =>
  /^(?!Function|Arrow|Class|JSX.*Expr).*Expression$|Literal$|^Identifier$|^JSX(Element|Fragment)$/.test(
    node.type,
  ) &&
  parent !== undefined &&
  !(parent.type === 'UnaryExpression' && parent.operator === 'delete') &&
  !(closed[parent.type] ?? []).some((key) => parent[key] === node || nodesIn(parent[key]).includes(node))

/** What is for the compiler alone changes nothing when the program runs. */
const isForTypes = ({ type, source }: Node): boolean =>
  /^TS(?!AsExpression|NonNull|Satisfies)/.test(type) || (/^Import|^Export/.test(type) && isNode(source))

/** All small changes of a file, in the order of its text, and its statements that are an expression. Throws when `text` is no TypeScript. */
export const mutantsOf = (path: string, text: string) => {
  const parents = new Map<Node, Node | undefined>()
  const mutants: Mutant[] = []
  const statements: [number, number][] = []
  visit(sourceFile(path, text).program, (node, parent) => parents.set(node, parent))
  const above = (
    node: Node | undefined,
    is: (node: Node, parent: Node | undefined) => boolean,
  ): Node | undefined =>
    node === undefined || is(node, parents.get(node)) ? node : above(parents.get(node), is)
  for (const node of parents.keys()) {
    if (above(node, isForTypes) !== undefined) continue
    if (node.type === 'ExpressionStatement' && node.directive == null && isNode(node.expression))
      statements.push(spanOf(node.expression))
    for (const { of, start, end, instead, what } of changesOf(text, node, parents.get(node))) {
      const host = above(of, isHost)
      if (host === undefined) continue
      const [from, to] = spanOf(host)
      const was = text.slice(start, end).replace(/\s+/g, ' ').slice(0, 80)
      const line = text.slice(0, start).split('\n').length
      const changed = text.slice(from, start) + instead + text.slice(end, to)
      const id = `${path}:${mutants.length}`
      mutants.push({
        id,
        path,
        line,
        start: from,
        end: to,
        instead: changed,
        at: [start, end],
        what: `${what}: ${was}`,
      })
    }
  }
  return {
    mutants: mutants.toSorted((one, other) => one.at[0] - other.at[0] || one.at[1] - other.at[1]),
    statements,
  }
}

/** The file with a choice at each place: which change is made is asked when it runs, so nothing is compiled twice. */
export const withChoices = (
  text: string,
  statements: readonly [number, number][],
  mutants: readonly Mutant[],
): string => {
  const places = [
    ...mutants,
    ...statements.map(([start, end]) => ({ start, end, id: undefined, instead: '' })),
  ]
  const spans = [...Map.groupBy(places, ({ start, end }) => `${start} ${end}`).values()].toSorted(
    ([one], [other]) => Number(one?.start) - Number(other?.start) || Number(other?.end) - Number(one?.end),
  )
  const upTo = (from: number, to: number): string => {
    let [at, written] = [from, '']
    for (let span = spans[0]; span?.[0] !== undefined && span[0].start < to; span = spans[0]) {
      const [{ start, end }] = [span[0]]
      spans.shift()
      const choices = span.flatMap(({ id, instead }) =>
        id === undefined ? [] : [`__mutant(${JSON.stringify(id)}) ? (${instead}) : `],
      )
      // A line that begins with a bracket would call the line before it: this house writes no semicolons.
      const isStatement = span.some(({ id }) => id === undefined)
      written += `${text.slice(at, start)}${isStatement ? 'void ' : ''}(${choices.join('')}(${upTo(start, end)}))`
      at = end
    }
    return written + text.slice(at, to)
  }
  return upTo(0, text.length)
}

/** `most` of them, the same ones for the same seed, spread over all. */
export const chosenBy = <T>(all: readonly T[], seed: number, most: number): T[] => {
  let state = seed >>> 0
  // A linear congruential generator with the constants of Numerical Recipes: the same choice on every machine.
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state
  }
  return all
    .map((each) => ({ each, place: next() }))
    .toSorted((one, other) => one.place - other.place)
    .slice(0, most)
    .map(({ each }) => each)
}
