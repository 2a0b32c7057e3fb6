/** A decoded parameter: text, a list, or named members. */
export type Parameter = string | Parameter[] | Parameters
export interface Parameters {
  [name: string]: Parameter
}

type Branch = Map<string, string | Branch>

const deepest = 12

/** `a[b][0]` as its steps a, b, 0; undefined when the brackets do not match. `a[]` ends in an empty step. */
const stepsOf = (name: string): string[] | undefined => {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  if (match === null) return undefined
  const [, head = '', rest = ''] = match
  const steps = [head, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map((step) => step[1] ?? '')]
  return steps.length > deepest ? undefined : steps
}

const put = (root: Branch, steps: readonly string[], value: string): boolean => {
  let branch = root
  for (const [at, step] of steps.entries()) {
    const name = step === '' ? String(branch.size) : step
    if (at === steps.length - 1) {
      if (branch.get(name) instanceof Map) return false
      branch.set(name, value)
      return true
    }
    const next = branch.get(name) ?? new Map()
    if (typeof next === 'string') return false
    branch.set(name, next)
    branch = next
  }
  return false
}

const grown = (branch: Branch): Parameter => {
  const members = [...branch].map(([name, value]): [string, Parameter] => [
    name,
    typeof value === 'string' ? value : grown(value),
  ])
  const isList = members.every(([name], at) => name === String(at))
  return isList ? members.map(([, value]) => value) : Object.fromEntries(members)
}

/**
 * A form-encoded text with brackets (`line_items[0][quantity]=1`) as nested members and lists; every leaf is still text.
 * Returns the name of the first malformed parameter instead when there is one.
 */
export const decodeForm = (text: string): { parameters: Parameters } | { malformed: string } => {
  const root: Branch = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = stepsOf(name)
    if (steps === undefined || !put(root, steps, value)) return { malformed: name }
  }
  const parameters: Parameters = {}
  for (const [name, value] of root) {
    Object.defineProperty(parameters, name, {
      value: typeof value === 'string' ? value : grown(value),
      enumerable: true,
      writable: true,
      configurable: true,
    })
  }
  return { parameters }
}

/** The same parameters give the same text, in whatever order they were sent. */
export const sameParametersText = (text: string): string => {
  const pairs = [...new URLSearchParams(text)].map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  return pairs.sort().join('&')
}
