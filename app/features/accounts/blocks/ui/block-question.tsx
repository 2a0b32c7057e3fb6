import { href } from '~/href.ts'
import { Button } from '~/ui/button.tsx'
import { PopoverDialog } from '~/ui/popover-dialog.tsx'
import { whatBlockDoes } from '../question.texts.ts'
import type { BlockPressedAt } from '../rules.ts'

interface Pressed {
  readonly member: string
  readonly from: BlockPressedAt
  readonly onPress: (member: string, on: boolean) => void
}

/** A form of one button, which works without script too. */
export function BlockForm({
  member,
  from,
  on,
  onPress,
  children,
}: Pressed & { readonly on: boolean; readonly children: React.ReactNode }) {
  return (
    <form
      method="post"
      action={href('/gallery/mypage/blocks')}
      onSubmit={(event) => {
        event.preventDefault()
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        onPress(member, on)
      }}
    >
      <input type="hidden" name="member" value={member} />
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="on" value={String(on)} />
      {children}
    </form>
  )
}

/** Opened by a button with its id as `popoverTarget`; says what a block does before it is one. */
export function BlockQuestion({
  id,
  name,
  ...pressed
}: Pressed & { readonly id: string; readonly name: string }) {
  return (
    <PopoverDialog id={id} label="会員のブロック" asks={`${name}さんをブロックしますか？`}>
      <p>{whatBlockDoes}</p>
      <BlockForm {...pressed} on>
        <Button type="submit" look="danger" wide>
          ブロックする
        </Button>
      </BlockForm>
      <Button look="secondary" wide popoverTarget={id} popoverTargetAction="hide">
        やめる
      </Button>
    </PopoverDialog>
  )
}
