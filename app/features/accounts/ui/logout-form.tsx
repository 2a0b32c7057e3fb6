import type { ReactNode } from 'react'
import { href } from '~/href.ts'
import { SubmitButton } from '~/ui/form-card.tsx'
import { PressForm } from '~/ui/press-form.tsx'

export function LogoutForm({
  className,
  children,
}: {
  readonly className?: string | undefined
  readonly children?: ReactNode
}) {
  return (
    <PressForm
      action={href('/gallery/logout')}
      failed="ログアウトできませんでした。もう一度お試しください。"
      className={className}
    >
      {children ?? (
        <SubmitButton look="secondary" busy="ログアウトしています…">
          ログアウト
        </SubmitButton>
      )}
    </PressForm>
  )
}
