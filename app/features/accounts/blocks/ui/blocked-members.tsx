import { Link } from 'react-router'
import { href } from '~/href.ts'
import { Button } from '~/ui/button.tsx'
import { OwnRow, OwnRows } from '~/ui/own-rows.tsx'
import { Portions } from '~/ui/portions.tsx'
import { type BlockedMember, mostBlocks } from '../rules.ts'
import { BlockForm } from './block-question.tsx'
import { useBlocking } from './use-blocking.tsx'

/** Whom she blocks, each with 解除 (R60). */
export function BlockedMembers({ members }: { readonly members: readonly BlockedMember[] }) {
  const { isBusy, press, notice } = useBlocking()
  return (
    <>
      <p>
        ブロックした会員のコメントは、あなたには表示されません。相手は、あなたの作品にコメントしたり、いいねを付けたりできません。ブロックしたことは、誰にも知らされません。
      </p>
      {members.length === 0 ? (
        <p>ブロックしている会員はいません。会員のページと、作品のコメントからブロックできます。</p>
      ) : (
        <>
          <p>
            {members.length}人をブロックしています（{mostBlocks}人まで）。
          </p>
          <OwnRows>
            <Portions>
              {members.map(({ id, name }) => (
                <OwnRow
                  key={id}
                  what={
                    <Link to={href('/gallery/user/:userId', { userId: id })} className="tap">
                      {name}
                    </Link>
                  }
                >
                  <BlockForm
                    member={id}
                    from="settings"
                    on={false}
                    onPress={(member, on) => void press(member, on)}
                  >
                    <Button type="submit" look="secondary" aria-disabled={isBusy || undefined}>
                      解除
                      <span className="visually-hidden">（{name}さん）</span>
                    </Button>
                  </BlockForm>
                </OwnRow>
              ))}
            </Portions>
          </OwnRows>
        </>
      )}
      {notice}
    </>
  )
}
