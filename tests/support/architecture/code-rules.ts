import type { Rule } from './import-rules.ts'
import { isNode, isRules, isTest, memberName, type Node, type SourceFile, visit } from './source-file.ts'

const breaches = (
  file: SourceFile,
  wrong: (node: Node, parent: Node | undefined) => string | undefined,
): string[] => {
  const found: string[] = []
  visit(file.program, (node, parent) => {
    const what = wrong(node, parent)
    if (what !== undefined) found.push(`${file.path}:${lineOf(file.text, node.start)} ${what}`)
  })
  return found
}

const lineOf = (text: string, at: unknown) =>
  typeof at === 'number' ? text.slice(0, at).split('\n').length : 0

const product = (files: readonly SourceFile[]) => files.filter((file) => !isTest(file))
const inside = (files: readonly SourceFile[], folders: RegExp) =>
  product(files).filter(({ path }) => folders.test(path))

const worldly = new Set([
  'crypto',
  'process',
  'fetch',
  'performance',
  'globalThis',
  'window',
  'document',
  'localStorage',
  'sessionStorage',
  'navigator',
  'setTimeout',
  'setInterval',
])

const isReference = (node: Node, parent: Node | undefined): boolean => {
  if (node.type !== 'Identifier' || parent === undefined) return false
  if (parent.type === 'MemberExpression' && parent.property === node) return parent.computed === true
  if (parent.key === node) return parent.shorthand === true
  return !parent.type.startsWith('TS')
}

/** Rule 1: rules and kernel ask neither clock, chance, network, browser nor environment. */
export const rulesAskNobody: Rule = (files) =>
  product(files)
    .filter(({ path }) => isRules(path) || path.startsWith('app/kernel/'))
    .flatMap((file) =>
      breaches(file, (node, parent) => {
        const member = memberName(node)
        if (member === 'Date.now' || member === 'Math.random') return `asks ${member}`
        const isNewDate =
          (node.type === 'NewExpression' || node.type === 'CallExpression') &&
          isNode(node.callee) &&
          node.callee.name === 'Date'
        if (isNewDate && (node.type === 'CallExpression' || argumentsOf(node).length === 0))
          return 'asks the clock'
        return isReference(node, parent) && worldly.has(String(node.name)) ? `uses ${node.name}` : undefined
      }),
    )

const argumentsOf = (node: Node): readonly unknown[] => (Array.isArray(node.arguments) ? node.arguments : [])

/** Rule 5: only `app/server/env` reads the environment. */
export const onlyEnvReadsTheEnvironment: Rule = (files) =>
  inside(files, /^(app|db|payment-simulator)\/|^shop\.settings\.ts$/)
    .filter(({ path }) => !/^app\/server\/env[./-]/.test(path))
    .flatMap((file) =>
      breaches(file, (node) => {
        const [object, property] = [node.object, node.property]
        const reads =
          node.type === 'MemberExpression' &&
          isNode(object) &&
          isNode(property) &&
          (object.name === 'process' || memberName(object) === 'globalThis.process') &&
          (property.name === 'env' || property.value === 'env')
        return reads ? 'reads process.env' : undefined
      }),
    )

/** Rule 4: routes and screens neither read nor write tables. */
export const screensAskFeatures: Rule = (files) =>
  inside(files, /^app\/(routes|ui)\/|^app\/features\/[^/]+\/ui\//).flatMap((file) =>
    breaches(file, (node) => {
      const name = node.type === 'MemberExpression' && isNode(node.property) ? node.property.name : undefined
      return /^(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)$/.test(String(name))
        ? `touches the database with ${name}`
        : undefined
    }),
  )

const exportedFunctions = (
  file: SourceFile,
): Array<{ name: string; params: readonly unknown[]; start: unknown }> =>
  file.program.body.flatMap((statement: unknown) => {
    if (!isNode(statement) || statement.type !== 'ExportNamedDeclaration') return []
    const { declaration } = statement
    if (!isNode(declaration)) return []
    const made = Array.isArray(declaration.declarations)
      ? declaration.declarations.map(({ id, init }) => ({ id, made: init }))
      : [{ id: declaration.id, made: declaration }]
    return made.flatMap(({ id, made: value }) => {
      const isFunction = isNode(value) && /Function(Expression|Declaration)$/.test(value.type)
      return isFunction && Array.isArray(value.params)
        ? [{ name: String(id?.name), params: value.params, start: value.start }]
        : []
    })
  })

/** The name of a parameter's type, without its arguments: `Transaction` for `trx: Transaction<Schema>`. */
const typeOf = (param: unknown): string => {
  const annotation =
    isNode(param) && isNode(param.typeAnnotation) ? param.typeAnnotation.typeAnnotation : undefined
  return isNode(annotation) && isNode(annotation.typeName) ? String(annotation.typeName.name) : ''
}

/**
 * Rule 6: every command takes the context and the actor. A step of somebody else's transaction takes that transaction
 * instead: its rights were asked where it was begun.
 */
export const commandsTakeTheActor: Rule = (files) =>
  inside(files, /^app\/features\/.*(^|[/.-])commands\.server\.ts$/).flatMap((file) =>
    exportedFunctions(file)
      .filter(({ params: [first, second] }) => {
        const isStep = typeOf(first) === 'Transaction'
        return !isStep && !(typeOf(first).endsWith('Context') && typeOf(second).endsWith('Actor'))
      })
      .map(
        ({ name, start }) =>
          `${file.path}:${lineOf(file.text, start)} ${name} does not take context and actor`,
      ),
  )

const harmless = /^(RegExp|URL|TextEncoder|TextDecoder|Intl\.\w+|Error)$/
const fixedWhenFilled = /^(Map|Set)$/

const livesOn = (init: unknown): string | undefined => {
  if (!isNode(init)) return undefined
  if (init.type === 'TSAsExpression' || init.type === 'TSSatisfiesExpression') return livesOn(init.expression)
  if (init.type === 'ArrayExpression' && Array.isArray(init.elements) && init.elements.length === 0)
    return '[]'
  if (init.type === 'ObjectExpression' && Array.isArray(init.properties) && init.properties.length === 0)
    return '{}'
  if (init.type !== 'NewExpression' || !isNode(init.callee)) return undefined
  const made = memberName(init.callee) ?? String(init.callee.name)
  const isFixed = harmless.test(made) || (fixedWhenFilled.test(made) && argumentsOf(init).length > 0)
  return isFixed ? undefined : `new ${made}`
}

/** Nothing lives in module scope: no `let`, no empty collection to be filled, no object that holds a connection. */
export const nothingLivesInModules: Rule = (files) =>
  inside(files, /^(app|db|payment-simulator)\//).flatMap((file) =>
    file.program.body.flatMap((statement: unknown) => {
      const declared = isNode(statement) && isNode(statement.declaration) ? statement.declaration : statement
      if (!isNode(declared) || declared.type !== 'VariableDeclaration') return []
      const at = `${file.path}:${lineOf(file.text, declared.start)}`
      if (declared.kind !== 'const') return [`${at} ${declared.kind} at the top of a module`]
      const made = Array.isArray(declared.declarations) ? declared.declarations : []
      return made.flatMap(({ init }) => {
        const what = livesOn(init)
        return what === undefined ? [] : [`${at} ${what} at the top of a module`]
      })
    }),
  )

/** Types are honest: no `any`, no `!` after a value. */
export const typesAreHonest: Rule = (files) =>
  files.flatMap((file) =>
    breaches(file, ({ type }) => {
      if (type === 'TSAnyKeyword') return 'any'
      return type === 'TSNonNullExpression' ? 'a value is declared present by !' : undefined
    }),
  )

/** No file passes everything of another on. */
export const noBarrels: Rule = (files) =>
  files.flatMap((file) =>
    breaches(file, ({ type }) =>
      type === 'ExportAllDeclaration' ? 'export * from another file' : undefined,
    ),
  )
