import { Link } from 'react-router'
import { href } from '~/href.ts'
import { confirmedForMinutes } from '~/kernel/actor.ts'
import { formatNumber } from '~/kernel/money.ts'
import { Notice } from '~/ui/notice.tsx'
import { salesFiles, salesFileTexts } from '../rules.ts'
import css from './sales-downloads.module.css'

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
      ...{ file, part: at + 1, about: salesFileTexts[file].about },
      name: `${salesFileTexts[file].name}${parts === 1 ? '' : `（${at + 1}つめ、全部で${parts}つ）`}`,
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
      <ul aria-label="ファイル" className={css.files}>
        {files.map(({ file, part, name, about }) => (
          <li key={`${file} ${part}`}>
            <a href={href('/admin/sales/files/download', { export: id, file, part: String(part) })} download>
              <span className={css.name}>{name}を保存する</span>
              <span className="small">{about}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
