import { useState } from 'react'
import { useActionData } from 'react-router'
import { useLastAnswer } from './lost-request.ts'

/**
 * The `key` of a file's field, which is empty again after each answer: a file that is mended on the disk after it was chosen cannot be
 * sent by Chrome, which would look like a broken connection. After a lost request the choice stays.
 */
export const useFileKey = (): number => {
  const answer = useLastAnswer(useActionData<object>())
  const [seen, setSeen] = useState({ answer, round: 0 })
  if (seen.answer !== answer) setSeen({ answer, round: seen.round + 1 })
  return seen.round
}
