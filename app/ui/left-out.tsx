import type { LeftOut } from '~/kernel/left-out.ts'
import { Notice } from './notice.tsx'

/** What an act on several has done, then each thing that it has left out, why, and what to do with it (N90). */
export function LeftOutNotice({
  left,
  doneText,
}: {
  readonly left: readonly LeftOut[] | undefined
  readonly doneText?: string | undefined
}) {
  if (left === undefined || left.length === 0) return null
  return (
    <Notice kind="error" answers>
      {doneText === undefined ? null : <p>{doneText}</p>}
      {left.map(({ what, why, whatToDo }) => (
        <p key={`${what} ${why}`}>
          {what} は{why}。{whatToDo}
        </p>
      ))}
    </Notice>
  )
}
