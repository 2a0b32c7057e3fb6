import { Link } from 'react-router'
import { href } from '~/href.ts'
import { confirmedForMinutes } from '~/kernel/actor.ts'
import { formatNumber } from '~/kernel/money.ts'
import { DeskLinks } from '~/ui/desk-links.tsx'
import { Notice } from '~/ui/notice.tsx'
import { salesFiles, salesFileTexts } from '../rules.ts'

interface Written {
  readonly id: string
  readonly rows: number
  readonly freeeParts: number
  readonly lacking: readonly string[]
}

/** The links to the files that a press has made; what 弥生's encoding lacks stands before them (M36). */
export function SalesDownloads({
  written: { id, rows, freeeParts, lacking },
}: {
  readonly written: Written
}) {
  const files = salesFiles.flatMap((file) => {
    const parts = file === 'freee' ? freeeParts : 1
    return Array.from({ length: parts }, (_, at) => ({
      to: href('/admin/sales/files/download', { export: id, file, part: String(at + 1) }),
      name: `${salesFileTexts[file].name}${parts === 1 ? '' : `（${at + 1}つめ、全部で${parts}つ）`}を保存する`,
      about: salesFileTexts[file].about,
      isFile: true,
    }))
  })
  return (
    <>
      {lacking.length === 0 ? null : (
        <Notice kind="error">
          <p>
            弥生のファイル（Shift_JIS）にない文字が、「{lacking.join('」「')}
            」にあります。弥生のファイルでは「?」になります。
            <Link to={href('/admin/settings/:part', { part: 'accounting' })}>会計ソフトの科目</Link>
            で直してください。
          </p>
        </Notice>
      )}
      <Notice kind="good" announce>
        <p>
          {formatNumber(rows)}行のファイルを作りました。{confirmedForMinutes}分のあいだ保存できます。
        </p>
      </Notice>
      <DeskLinks label="ファイル" links={files} />
    </>
  )
}
