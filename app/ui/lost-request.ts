import { useState } from 'react'
import { data, isRouteErrorResponse } from 'react-router'
import { href } from '~/href.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { movingMark } from '~/kernel/moving-mark.ts'

/** `offline`: never sent; `unanswered`: sent or not, nobody knows. */
const losses = ['offline', 'unanswered', 'failed', 'door', 'out', 'moving'] as const

export interface LostRequest {
  readonly lost: (typeof losses)[number]
}

/** For `clientAction`: reports a lost request, so that the form keeps its fields (A28). 401: desk sign-in (N8); 404 at the desk: signed out; 503: move (D30). */
export const orLost = async <T>(send: () => Promise<T>) => {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Response) throw error
    // What the form was about is gone, which its page says (N90.2).
    if (isRouteErrorResponse(error) && error.status === 410) throw error
    // fetch throws without an answer. A 503 keeps the router from reloading the page's data, which would fail too.
    return data<LostRequest>({ lost: lostBy(error) }, { status: 503 })
  }
}

const lostBy = (error: unknown): LostRequest['lost'] => {
  if (error instanceof TypeError) return 'unanswered'
  if (!isRouteErrorResponse(error)) return 'failed'
  if (error.status === 503 && String(error.data).includes(movingMark)) return 'moving'
  // The desk is hidden from everybody else, also from an owner whose login has ended.
  if (error.status === 404 && globalThis.location?.pathname.startsWith(href('/admin'))) return 'out'
  return error.status === 401 ? 'door' : 'failed'
}

export const lostIn = (answer: unknown): LostRequest['lost'] | null => {
  const { lost } = fieldsOf(answer)
  return losses.find((each) => each === lost) ?? null
}

/** The last answer that arrived, so that a form's step survives a lost request. */
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
