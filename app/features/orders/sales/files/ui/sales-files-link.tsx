import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { monthName } from '../../rules.ts'
import { Part } from '../../ui/month-parts.tsx'

/** The way from a month to its files for the accountant; `isOver` is false while the month runs. */
export function SalesFilesLink({ month, isOver }: { readonly month: string; readonly isOver: boolean }) {
  return (
    <Part name="税理士・会計ソフトに渡すファイル">
      <p>
        明細と、freee・マネーフォワード・弥生会計のファイルです。お客様の氏名や住所は入りません。
        {isOver ? '' : 'この月はまだ終わっていないので、きょうまでの分になります。'}
      </p>
      <ButtonLink look="secondary" to={href('/admin/sales/files', { month })}>
        {monthName(month)}のファイルを作る
      </ButtonLink>
    </Part>
  )
}
