import { isPure, product, type Rule } from './import-rules.ts'
import { isNode, memberName, type Node, type SourceFile, visit } from './source-file.ts'

const breaches = (
  file: SourceFile,
  wrong: (node: Node, parent: Node | undefined) => string | undefined,
): string[] => {
  const found: string[] = []
  visit(file.program, (node, parent) => {
    const what = wrong(node, parent)
    if (what !== undefined) found.push(`${file.path}:${lineAt(file.text, node)} ${what}`)
  })
  return found
}

const lineAt = (text: string, { start }: Node) => text.slice(0, Number(start)).split('\n').length
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const outside = new Set(
  'crypto process fetch performance globalThis window document localStorage sessionStorage navigator setTimeout setInterval'.split(
    ' ',
  ),
)

const isReference = (node: Node, parent: Node | undefined): boolean => {
  if (node.type !== 'Identifier' || parent === undefined) return false
  if (parent.type === 'MemberExpression' && parent.property === node) return parent.computed === true
  return parent.key === node ? parent.shorthand === true : !parent.type.startsWith('TS')
}

const readsTheClock = ({ type, callee, arguments: given }: Node) =>
  isNode(callee) && callee.name === 'Date' && (type === 'CallExpression' || listOf(given).length === 0)

/** Rule 1: rules and kernel ask neither clock, chance, network, browser nor environment. */
export const rulesAreDeterministic: Rule = (files) =>
  product(files)
    .filter(({ path }) => isPure(path) || path.startsWith('app/kernel/'))
    .flatMap((file) =>
      breaches(file, (node, parent) => {
        const member = memberName(node)
        if (member === 'Date.now' || member === 'Math.random' || readsTheClock(node))
          return 'asks clock or chance'
        return isReference(node, parent) && outside.has(String(node.name)) ? `uses ${node.name}` : undefined
      }),
    )

/** Rule 5: only `app/server/env` reads the environment. */
export const onlyEnvReadsTheEnvironment: Rule = (files) =>
  product(files)
    .filter(({ path }) => /^(app|cli|db|payment-simulator)\/|^shop\.settings\.ts$/.test(path))
    .filter(({ path }) => !/^app\/server\/env[./-]/.test(path))
    .flatMap((file) =>
      breaches(file, ({ type, object, property }) => {
        if (type !== 'MemberExpression' || !isNode(object) || !isNode(property)) return undefined
        const ofProcess = object.name === 'process' || memberName(object) === 'globalThis.process'
        return ofProcess && (property.name ?? property.value) === 'env' ? 'reads process.env' : undefined
      }),
    )

/** The forms of members outlive a lost request (docs/decisions/0071). */
export const formsOutliveLostRequests: Rule = (files) =>
  product(files)
    .filter(({ path }) => path.startsWith('app/routes/account/'))
    .filter(
      ({ text }) =>
        /^export const action\b/m.test(text) && !/^export const clientAction\b.*orLost\(/m.test(text),
    )
    .map(({ path }) => `${path} has an action without orLost`)

const tableCalls = /^(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)$/

/** Rule 4: routes, layouts and screens neither read nor write tables. */
export const screensTouchNoTable: Rule = (files) =>
  product(files)
    .filter(({ path }) => /^app\/(routes|layouts|ui)\/|^app\/features\/([^/]+\/)?[^/]+\/ui\//.test(path))
    .flatMap((file) =>
      breaches(file, ({ type, property }) =>
        type === 'MemberExpression' && isNode(property) && tableCalls.test(String(property.name))
          ? `touches the database with ${property.name}`
          : undefined,
      ),
    )

const rawWrite = /\b(insert\s+into|delete\s+from|update\s+\w+\s+set|truncate)\b/i

/** Rule 2: a table is written by the folder that owns it, and by migrations. */
export const ownersWriteTheirTables =
  (owners: ReadonlyMap<string, string>): Rule =>
  (files) =>
    product(files)
      .filter(
        ({ path }) => /^(app|cli|db|payment-simulator)\//.test(path) && !path.startsWith('db/migrations/'),
      )
      .flatMap((file) =>
        breaches(file, (node) => {
          const { type, callee, arguments: given } = node
          if (type === 'TaggedTemplateExpression' && !file.path.startsWith('app/server/database/'))
            return rawWrite.test(file.text.slice(Number(node.start), Number(node.end)))
              ? 'writes raw SQL'
              : undefined
          const call = isNode(callee) && isNode(callee.property) ? String(callee.property.name) : ''
          if (type !== 'CallExpression' || !tableCalls.test(call) || call === 'selectFrom') return undefined
          const [table] = listOf(given)
          const name =
            isNode(table) && typeof table.value === 'string' ? table.value.split(' ')[0] : undefined
          const owner = owners.get(name ?? '')
          return owner !== undefined && file.path.startsWith(`${owner}/`)
            ? undefined
            : `writes ${name ?? 'a table without a name'}, which belongs to ${owner ?? 'nobody yet'}`
        }),
      )

/** What a connection would keep after its transaction, and give to the next client of a pooler; `$` stands for a computed part. */
const keptByConnection: readonly (readonly [what: RegExp, exceptIn: string | undefined])[] = [
  [/\bpg_(try_)?advisory_(un)?lock/i, undefined],
  [/^\s*(un)?listen\b/i, 'app/server/live/postgres-notices.ts'],
  [/\bset_config\([^)]*,\s*false\s*\)/i, 'app/server/database/pooler-check.ts'],
  [/^\s*set\s+(session\s+)?(?!local\b)[a-z_.$]+\s*(=|\bto\b)/, undefined],
  [/\bcreate\s+(local\s+|global\s+)?temp(orary)?\s/i, undefined],
  [/^\s*(prepare|deallocate)\s+\w+\s+(as|\()/i, undefined],
  [/\bcursor\s+with\s+hold\b/i, undefined],
]

/** D101: what is asked of PostgreSQL leaves nothing behind in a connection, which may be lent on. */
export const connectionsKeepNothing: Rule = (files) =>
  product(files)
    .filter(({ path }) => /^(app|cli|db)\//.test(path))
    .flatMap((file) =>
      breaches(file, (node) => {
        const text = wholeTextOf(node)
        const found = keptByConnection.find(([what, except]) => file.path !== except && what.test(text))
        return found && `leaves something in a connection: ${text.slice(0, 40)}`
      }),
    )

/** A string, or a template with `$` for each computed part. */
const wholeTextOf = ({ type, value, quasis }: Node): string => {
  if (type === 'Literal') return typeof value === 'string' ? value : ''
  if (type !== 'TemplateLiteral') return ''
  const parts = listOf(quasis).map((part) => (isNode(part) ? Reflect.get(Object(part.value), 'raw') : ''))
  return parts.join('$')
}

interface ExportedFunction {
  readonly name: string
  readonly params: readonly unknown[]
  readonly body: unknown
}

const exportedFunctions = ({ program }: SourceFile): ExportedFunction[] =>
  program.body.flatMap((statement: unknown) => {
    const made =
      isNode(statement) && statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
    if (!isNode(made)) return []
    return [made, ...listOf(made.declarations)].flatMap((each) => {
      const value = isNode(each) && each.type === 'VariableDeclarator' ? each.init : each
      if (!isNode(value) || !isNode(each) || !/Function(Expression|Declaration)$/.test(value.type)) return []
      const name = isNode(each.id) ? String(each.id.name) : ''
      return [{ name, params: listOf(value.params), body: value.body }]
    })
  })

/** `Transaction` for `trx: Transaction<Schema>`. */
const typeOf = (param: unknown): string => {
  const annotation =
    isNode(param) && isNode(param.typeAnnotation) ? param.typeAnnotation.typeAnnotation : undefined
  return isNode(annotation) && isNode(annotation.typeName) ? String(annotation.typeName.name) : ''
}

const reads = (body: unknown, name: unknown): boolean => {
  let found = false
  visit(body, (node, parent) => {
    found ||= node.name === name && isReference(node, parent)
  })
  return found
}

/** Not through the list of features: that names jobs and the owner's commands too. */
const reachableFromRoutes = (files: readonly SourceFile[]): ReadonlySet<string> => {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const reached = new Set(files.map(({ path }) => path).filter((path) => path.startsWith('app/routes/')))
  for (const path of reached)
    for (const { ours, target } of byPath.get(path)?.imports ?? [])
      if (ours && !/^app\/(brought-by-)?features\.server\.ts$/.test(target)) reached.add(target)
  return reached
}

/**
 * Rule 6: a command that a route can reach takes the actor and reads it. One that takes a transaction is part of another
 * command, which has checked the rights.
 */
export const commandsReadTheActor: Rule = (files) => {
  const own = product(files)
  const reached = reachableFromRoutes(own)
  const used = (path: string, name: string) =>
    own.some(
      (file) =>
        reached.has(file.path) &&
        file.imports.some((found) => found.target === path && found.names.includes(name)),
    )
  return own
    .filter(({ path }) => /^app\/features\/.*(^|[/.-])commands\.server\.ts$/.test(path))
    .flatMap((file) =>
      exportedFunctions(file)
        .filter(({ params: [first] }) => !/Transaction$/.test(typeOf(first)))
        .filter(({ name }) => used(file.path, name))
        .filter(({ params, body }) => {
          const actor = params.find((param) =>
            /(Actor|Requester|Member|Owner|DeskPerson)$/.test(typeOf(param)),
          )
          return !(isNode(actor) && (listOf(actor.properties).length > 0 || reads(body, actor.name)))
        })
        .map(({ name }) => `${file.path} ${name} can be reached from a route and reads no actor`),
    )
}

/** The text of a literal, of one part of a template, or of a regular expression without its anchor. */
const textOf = ({ type, value, regex }: Node): string => {
  if (type === 'TemplateElement' && typeof value === 'object' && value !== null && 'raw' in value)
    return String(value.raw)
  if (type !== 'Literal') return ''
  if (typeof value === 'string') return value
  const pattern =
    typeof regex === 'object' && regex !== null && 'pattern' in regex ? String(regex.pattern) : ''
  return pattern.replace(/^\^/, '').replaceAll('\\/', '/')
}

/** Attributes and properties whose value is an address, maybe `/`. */
const holdsAnAddress = (parent: Node | undefined): boolean => {
  const name = parent?.type === 'JSXAttribute' ? parent.name : parent?.type === 'Property' ? parent.key : null
  return isNode(name) && /^(to|href|action)$/.test(String(name.name))
}

/** The rows of the table that `href` and `isAt` are given: the compiler knows them. */
const rowsGiven = ({ program }: SourceFile): ReadonlySet<Node> => {
  const rows = new Set<Node>()
  visit(program, ({ type, callee, arguments: given }) => {
    const at =
      type === 'CallExpression' && isNode(callee)
        ? ['href', 'isAt', 'isBelow'].indexOf(String(callee.name))
        : -1
    if (at >= 0) visit(listOf(given)[Math.min(at, 1)], (node) => rows.add(node))
  })
  return rows
}

/** Addresses of the site stand in `table` alone; all else has them from `href`. */
export const addressesComeFromTheTable = (table: readonly string[]): Rule => {
  const segments = new Set(table.flatMap((path) => path.split('/')).filter((part) => /^[\w.-]+$/.test(part)))
  // Within a sentence it follows a Japanese character.
  const isAddress = (text: string) =>
    [...text.matchAll(/(?:^|[^\0-\x7f])\/([\w.-]+)(?=$|[/?#(\s]|[^\0-\x7f])/g)].some(([, part = '']) =>
      segments.has(part),
    )
  return (files) =>
    product(files)
      .filter(({ path }) => /^(app|cli|db)\//.test(path) && path !== 'app/addresses.ts')
      .flatMap((file) => {
        const rows = rowsGiven(file)
        return breaches(file, (node, parent) => {
          const text = textOf(node)
          const isWritten = isAddress(text) || (text === '/' && holdsAnAddress(parent))
          return isWritten && !rows.has(node) ? `writes the address ${text}` : undefined
        })
      })
}

/** Rule 6: what a command, a job or a query is given it uses: an actor that is not read decides nothing. */
export const serverFilesUseWhatTheyAreGiven: Rule = (files) =>
  product(files)
    .filter(({ path }) => /^app\/features\/.*\.server\.ts$/.test(path))
    .flatMap((file) =>
      breaches(file, ({ params }) => {
        const unused = listOf(params).find((param) => isNode(param) && /^_\w/.test(String(param.name ?? '')))
        return isNode(unused) ? `has a parameter ${unused.name} that it does not use` : undefined
      }),
    )

/** Rule 6: a request's form is read by `app/kernel/form.ts` alone. */
export const formsAreReadInOneWay: Rule = (files) =>
  product(files)
    .filter(({ path }) => path.startsWith('app/') && path !== 'app/kernel/form.ts')
    .flatMap((file) =>
      breaches(file, (node) => (nameOfCall(node) === 'formData' ? 'reads a form by itself' : undefined)),
    )

const nameOfCall = ({ type, callee }: Node): string => {
  if (type !== 'CallExpression' || !isNode(callee)) return ''
  return String(isNode(callee.property) ? callee.property.name : callee.name)
}

/** A transaction is begun by `inTransaction` alone; pages are told, and the mails woken, by `onCommit` (docs/decisions/0076). */
export const effectsFollowTheCommit: Rule = (files) =>
  product(files)
    .filter(({ path }) => /^(app|cli)\//.test(path) && !/^app\/server\/(database|live)\//.test(path))
    .flatMap((file) => {
      const afterCommit: Node[] = []
      visit(file.program, (node) => {
        if (nameOfCall(node) === 'onCommit') afterCommit.push(node)
      })
      const isAfterCommit = ({ start, end }: Node) =>
        afterCommit.some((call) => Number(call.start) < Number(start) && Number(end) <= Number(call.end))
      // A job reports what others have committed.
      const isJob = /(^|[/.-])jobs\.server\.ts$/.test(file.path)
      return breaches(file, (node) => {
        const name = nameOfCall(node)
        if (name === 'transaction') return 'begins a transaction beside inTransaction'
        const isHint = name === 'wakeMail' || (name === 'publish' && !isJob)
        return isHint && !isAfterCommit(node) ? `calls ${name} outside of onCommit` : undefined
      })
    })

const harmless = /^(RegExp|URL|TextEncoder|TextDecoder|Intl\.\w+|Error)$/

const stateOf = (init: unknown): string | undefined => {
  if (!isNode(init)) return undefined
  if (init.type === 'TSAsExpression' || init.type === 'TSSatisfiesExpression') return stateOf(init.expression)
  if (init.type === 'ArrayExpression' && listOf(init.elements).length === 0) return '[]'
  if (init.type === 'ObjectExpression' && listOf(init.properties).length === 0) return '{}'
  if (init.type !== 'NewExpression' || !isNode(init.callee)) return undefined
  const made = memberName(init.callee) ?? String(init.callee.name)
  const isFixed = harmless.test(made) || (/^(Map|Set)$/.test(made) && listOf(init.arguments).length > 0)
  return isFixed ? undefined : `new ${made}`
}

/** Nothing lives in module scope: no `let`, no empty collection to be filled, no object that holds a connection. */
export const noModuleState: Rule = (files) =>
  product(files)
    .filter(({ path }) => /^(app|cli|db|payment-simulator)\//.test(path))
    .flatMap((file) =>
      file.program.body.flatMap((statement: unknown) => {
        const declared =
          isNode(statement) && isNode(statement.declaration) ? statement.declaration : statement
        if (!isNode(declared) || declared.type !== 'VariableDeclaration') return []
        const kept =
          declared.kind === 'const'
            ? listOf(declared.declarations).flatMap((each) =>
                isNode(each) ? (stateOf(each.init) ?? []) : [],
              )
            : [declared.kind]
        return kept.map(
          (what) => `${file.path}:${lineAt(file.text, declared)} ${what} at the top of a module`,
        )
      }),
    )

const elsewhere = /\bS:L\d+|\b(RULINGS|DESIGN)\b|\b(law|payments|reliability|security) [A-Z]\d/g

const testNames = (file: SourceFile): string[] => {
  const names: string[] = []
  visit(file.program, ({ type, arguments: given }) => {
    const [first] = type === 'CallExpression' ? listOf(given) : []
    if (isNode(first) && typeof first.value === 'string') names.push(first.value)
  })
  return isTest(file) ? names : []
}

const isTest = ({ path }: SourceFile) => /\.(test|spec)\.tsx?$/.test(path)

/** Rule 7: rule ids in comments and test names stand in `docs/product-rules.md`; no comment cites a document that is not here. */
export const ruleIdsExist =
  (known: ReadonlySet<string>): Rule =>
  (files) => {
    const letters = [...new Set([...known].map((id) => id.charAt(0)))].join('')
    const ids = new RegExp(`(?<![\\w-])[${letters}]\\d+(?![\\w-])`, 'g')
    return files.flatMap((file) => {
      const ofRules = testNames(file).filter((name) => /^[A-Z]\d/.test(name))
      const text = [...file.comments, ...ofRules].join('\n')
      const named: readonly string[] = text.match(ids) ?? []
      const unknown = [...named.filter((id) => !known.has(id)), ...(text.match(elsewhere) ?? [])]
      return [...new Set(unknown)].map(
        (id) => `${file.path} names ${id}, which docs/product-rules.md does not know`,
      )
    })
  }

/** Rule 7: a number alone before a test's name counts a list that is not in this repository. */
export const testsNumberNothing: Rule = (files) =>
  files.flatMap((file) =>
    testNames(file)
      .filter((name) => /^\d+(, [A-Z]\d+)*: /.test(name))
      .map((name) => `${file.path}: ${name}`),
  )

/** Rule 7: a test that proves a rule names it, also in the table that it runs over. */
export const rulesAreTested =
  (known: ReadonlySet<string>): Rule =>
  (files) => {
    const named = new Set(files.filter(isTest).flatMap(({ text }) => text.match(/\b[A-Z]\d+\b/g) ?? []))
    return [...known].filter((id) => !named.has(id)).map((id) => `${id} is in no test`)
  }

export const isSample = ({ path }: SourceFile): boolean =>
  /^((db\/)?demo|payment-simulator\/description)\//.test(path)

/** A migration that was released is not rewritten. */
export const isHistory = (path: string): boolean => path.startsWith('db/migrations/')
export const linesOf = ({ text }: SourceFile) => text.trimEnd().split('\n').length

/** Values of one shape, a line each. */
const isTable = ({ path }: SourceFile): boolean =>
  /^app\/(addresses|features\/search\/words\/default-\w+|kernel\/kanji-variants)\.ts$/.test(path)

/** A file of over 400 lines does more than its name says; content, tables and tests aside. Every other count is looked at (bench/house.js). */
export const filesAreSmall: Rule = (files) =>
  product(files)
    .filter((file) => !isSample(file) && !isTable(file) && linesOf(file) > 400)
    .map((file) => `${file.path} has ${linesOf(file)} lines`)
