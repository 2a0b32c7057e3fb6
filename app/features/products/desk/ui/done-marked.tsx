import { markOf } from '~/kernel/desk-list.ts'
import { type LeftOut, namesTold } from '~/kernel/left-out.ts'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import { LeftOutNotice } from '~/ui/left-out.tsx'
import { Notice } from '~/ui/notice.tsx'
import type { MarkedProduct } from '../list.rules.ts'

/** What a press for several products did, by their numbers (N165), with its undo, and each that it left out (N90). */
export function DoneMarked({
  answer,
  mark,
  requestId,
}: {
  readonly answer:
    | {
        readonly left?: readonly LeftOut[]
        readonly more?: {
          readonly said: string
          readonly done: readonly MarkedProduct[]
          /** The act that undoes it; null where nothing does. */
          readonly undo: string | null
        }
      }
    | undefined
  /** The name under which marks are sent. */
  readonly mark: string
  readonly requestId: string
}) {
  const { left, more } = answer ?? {}
  if (more === undefined) return null
  const { said, done, undo } = more
  return (
    <>
      {done.length === 0 ? null : (
        <Notice kind="good" announce>
          <p>{said}</p>
          <p>
            {namesTold(
              done.map(({ number }) => number),
              '点',
            )}
          </p>
        </Notice>
      )}
      {done.length === 0 || undo === null ? null : (
        <FormCard failed="元に戻せませんでした。">
          <input type="hidden" name="act" value={undo} />
          <input type="hidden" name="requestId" value={`${requestId} undo`} />
          {done.map(({ number, version }) => (
            <input key={number} type="hidden" name={mark} value={markOf(number, version)} />
          ))}
          <SubmitButton busy="戻しています…" look="secondary">
            元に戻す
          </SubmitButton>
        </FormCard>
      )}
      <LeftOutNotice left={left} />
    </>
  )
}
