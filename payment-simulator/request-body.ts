import type { IncomingMessage } from 'node:http'

export type Parameter = string | Parameter[] | Parameters
export interface Parameters {
  [name: string]: Parameter
}

/** Undefined beyond `mostBytes`; the body is read to its end anyway, so that an answer can be sent. */
export const readBody = async (request: IncomingMessage, mostBytes: number): Promise<string | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= mostBytes) chunks.push(chunk)
  }
  return size > mostBytes ? undefined : Buffer.concat(chunks).toString('utf8')
}

type Branch = Map<string, string | Branch>

const membersOf = (branch: Branch): [string, Parameter][] =>
  [...branch].map(([name, value]) => [name, value instanceof Map ? listOrMembers(value) : value])

const listOrMembers = (branch: Branch): Parameter => {
  const members = membersOf(branch)
  const isList = members.every(([name], at) => name === String(at))
  return isList ? members.map(([, value]) => value) : Object.fromEntries(members)
}

/** Decodes names like `line_items[0][quantity]`; every leaf stays text. */
export const decodeForm = (text: string): Parameters => {
  const root: Branch = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = name.replaceAll(']', '').split('[')
    const last = steps.pop() ?? ''
    let branch = root
    for (const step of steps) {
      const known = branch.get(step)
      const next = known instanceof Map ? known : new Map()
      branch.set(step, next)
      branch = next
    }
    branch.set(last, value)
  }
  return Object.fromEntries(membersOf(root))
}
