import type { LeftOut } from '~/kernel/left-out.ts'
import { Notice } from './notice.tsx'

/** Each thing that an act on several has left out, why, and what to do with it (N90). */
export function LeftOutNotice({ left }: { readonly left: readonly LeftOut[] | undefined }) {
  if (left === undefined || left.length === 0) return null
  return (
    <Notice kind="error" answers>
      {left.map(({ what, why, whatToDo }) => (
        <p key={`${what} ${why}`}>
          {what} は{why}。{whatToDo}
        </p>
      ))}
    </Notice>
  )
}
