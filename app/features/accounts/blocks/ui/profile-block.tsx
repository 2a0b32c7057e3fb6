import { Button } from '~/ui/button.tsx'
import { BlockForm, BlockQuestion } from './block-question.tsx'
import { useBlocking } from './use-blocking.tsx'

const question = 'block-member'

/** On the public page of another member: blocks her, or ends that. */
export function ProfileBlock({
  member,
  name,
  isBlocked,
}: {
  readonly member: string
  readonly name: string
  readonly isBlocked: boolean
}) {
  const { isBusy, press, notice } = useBlocking()
  const pressed = {
    member,
    from: 'profile',
    onPress: (id: string, on: boolean) => void press(id, on),
  } as const
  return (
    <>
      {isBlocked ? (
        <div className="row-3">
          <p>この会員をブロックしています。</p>
          <BlockForm {...pressed} on={false}>
            <Button type="submit" look="secondary" aria-disabled={isBusy || undefined}>
              ブロックを解除
            </Button>
          </BlockForm>
        </div>
      ) : (
        <div>
          <Button look="quiet" popoverTarget={question} aria-disabled={isBusy || undefined}>
            この会員をブロック
          </Button>
          <BlockQuestion {...pressed} id={question} name={name} />
        </div>
      )}
      {notice}
    </>
  )
}
