import { useEffect, useRef } from 'react'
import { href } from '~/href.ts'
import { LeftOutNotice } from '~/ui/left-out.tsx'
import { Notice } from '~/ui/notice.tsx'
import { formatNames, labelFormats } from '../labels.rules.ts'
import { leftOut } from '../texts.ts'
import css from './labels.module.css'

/** Files of labels, and what is in none of them. */
interface Files {
  readonly id: string
  readonly date: string
  readonly files: number
  readonly left: Parameters<typeof leftOut>[0]
}

function FileLinks({ of: { id, date, files }, rest }: { readonly of: Files; readonly rest?: 'yes' }) {
  return Array.from({ length: files }, (_, at) => String(at + 1)).map((part) => (
    <a
      key={part}
      className={css.file}
      href={href('/admin/packing/labels/file', { export: id, date, part, ...(rest && { rest }) })}
    >
      {files === 1 ? 'ファイルを保存する' : `${part}つ目のファイルを保存する`}
    </a>
  ))
}

/** The files that the last press made; with script the first one is saved at once. */
export function SavedFiles({
  saved,
}: {
  readonly saved: Files & { readonly format: string; readonly count: number }
}) {
  const { id, format, count, left } = saved
  const links = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (id !== '') links.current?.querySelector('a')?.click()
  }, [id])
  const name = labelFormats.find((each) => each === format)
  return (
    <>
      <LeftOutNotice left={leftOut(left)} />
      <Notice kind="good" announce>
        <p>{`${count}件を${name === undefined ? '' : formatNames[name]}のファイルにしました。`}</p>
        <div ref={links} className="stack-3">
          <FileLinks of={saved} />
        </div>
      </Notice>
    </>
  )
}

/** A file that was asked for again, without orders that have left it meanwhile. */
export function FilesAgain({ again }: { readonly again: Files & { readonly count: number } }) {
  const { left, count } = again
  if (left.length === 0) return null
  return (
    <>
      <LeftOutNotice left={leftOut(left)} />
      <Notice>
        {count === 0 ? (
          <p>このファイルに残っている注文はありません。</p>
        ) : (
          <>
            <p>{`このファイルに入るのは、いまは${count}件です。`}</p>
            <div className="stack-3">
              <FileLinks of={again} rest="yes" />
            </div>
          </>
        )}
      </Notice>
    </>
  )
}
