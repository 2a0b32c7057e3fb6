import { useState } from 'react'
import { data, isRouteErrorResponse } from 'react-router'
import { fieldsOf } from '~/kernel/json.ts'

/** What a form gets instead of an answer of the shop: it never arrived, or came back as an error. */
export interface LostRequest {
  readonly lost: 'offline' | 'failed' | 'door' | 'moving'
}

/**
 * For the `clientAction` of every page with a form: what the action answers, or that there was no answer, so that the form stays
 * (A28). An answer that leads elsewhere is one. 401 is the desk's, whose door asks first (N8); a shop that moves says so (D30).
 */
export const orLost = async <T>(send: () => Promise<T>) => {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Response) throw error
    // What fetch throws when there is no answer. With this status nothing is read anew, which would fail as well.
    return data<LostRequest>({ lost: lostBy(error) }, { status: 503 })
  }
}

const lostBy = (error: unknown): LostRequest['lost'] => {
  if (error instanceof TypeError) return 'offline'
  if (!isRouteErrorResponse(error)) return 'failed'
  if (error.status === 503 && String(error.data).includes('引っ越し中')) return 'moving'
  return error.status === 401 ? 'door' : 'failed'
}

/** Whether, and how, the answer of an action was lost. */
export const lostIn = (answer: unknown): LostRequest['lost'] | null => {
  const { lost } = fieldsOf(answer)
  return lost === 'offline' || lost === 'failed' || lost === 'door' || lost === 'moving' ? lost : null
}

/** The last answer that came: a step of a form outlives a lost request. */
export const useLastAnswer = <T extends object>(
  answer: T | undefined,
): Exclude<T, LostRequest> | undefined => {
  const isAnswer = (given: T): given is Exclude<T, LostRequest> => lostIn(given) === null
  const given = answer !== undefined && isAnswer(answer) ? answer : undefined
  const [last, setLast] = useState(given)
  if (answer === undefined || given !== undefined) {
    if (last !== given) setLast(given)
    return given
  }
  return last
}
