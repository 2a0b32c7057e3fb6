import { href } from '~/href.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'

/** What will be printed, the print button, and a link to the rest. */
export function PrintFoot({
  total,
  notes,
  page,
  pages,
}: {
  readonly total: number
  readonly notes: number
  readonly page: number
  readonly pages: number
}) {
  const hasScript = useHasScript()
  return (
    <>
      <p>
        この一覧と、納品書{notes}枚を印刷します。
        {pages === 1 ? null : `全部で${total}件を${pages}回に分けます（${page}回目）。`}
        {hasScript ? null : 'ブラウザーの「印刷」をお使いください。'}
      </p>
      {hasScript ? (
        <Button wide onClick={() => window.print()}>
          印刷する
        </Button>
      ) : null}
      {page === pages ? null : (
        <ButtonLink look="secondary" wide to={href('/admin/packing/print', { page: String(page + 1) })}>
          次の回へ
        </ButtonLink>
      )}
    </>
  )
}
