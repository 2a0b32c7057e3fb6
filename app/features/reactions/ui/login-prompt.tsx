import { signInAddress } from '~/features/accounts/sign-in.rules.ts'
import { recipePath } from '~/features/recipes/list.rules.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { PopoverDialog } from '~/ui/popover-dialog.tsx'
import { promptTexts, wantedTexts } from '../texts.ts'
import type { ReactionKind } from '../types.ts'

/** For visitors: links to the login, which does what was pressed and leads back to the recipe (R47). */
export function LoginPrompt({
  id,
  kind,
  recipe,
}: {
  readonly id: string
  readonly kind: ReactionKind
  readonly recipe: string
}) {
  const way = { next: recipePath(recipe), wanted: kind }
  return (
    <PopoverDialog id={id} label="ログインのご案内" asks={promptTexts[kind]}>
      <p>ログインや会員登録が済むと、{wantedTexts[kind]}、この作品のページに戻ります。</p>
      <ButtonLink wide to={signInAddress('sign-in', way)}>
        ログイン
      </ButtonLink>
      <ButtonLink wide look="secondary" to={signInAddress('register', way)}>
        会員登録
      </ButtonLink>
      <Button wide look="quiet" popoverTarget={id} popoverTargetAction="hide">
        閉じる
      </Button>
    </PopoverDialog>
  )
}
