import { signInAddress } from '~/features/accounts/sign-in.rules.ts'
import { recipePath } from '~/features/recipes/list.rules.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { PopoverDialog } from '~/ui/popover-dialog.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import { promptTexts } from '../texts.ts'
import type { ReactionKind } from '../types.ts'
import { rememberWanted } from './wanted-reaction.ts'

const afterwards: Readonly<Record<ReactionKind, string>> = {
  like: 'いいねを付けて、',
  favourite: '作品を保存して、',
}

/** For visitors: links to the login, which leads back to the recipe. */
export function LoginPrompt({
  id,
  kind,
  recipe,
}: {
  readonly id: string
  readonly kind: ReactionKind
  readonly recipe: string
}) {
  const path = recipePath(recipe)
  const hasScript = useHasScript()
  const remember = () => rememberWanted(recipe, kind)
  return (
    <PopoverDialog id={id} label="ログインのご案内" asks={promptTexts[kind]}>
      <p>ログインや会員登録が済むと、{hasScript ? afterwards[kind] : ''}この作品のページに戻ります。</p>
      <ButtonLink wide to={signInAddress('sign-in', path)} onClick={remember}>
        ログイン
      </ButtonLink>
      <ButtonLink wide look="secondary" to={signInAddress('register', path)} onClick={remember}>
        会員登録
      </ButtonLink>
      <Button wide look="quiet" popoverTarget={id} popoverTargetAction="hide">
        閉じる
      </Button>
    </PopoverDialog>
  )
}
