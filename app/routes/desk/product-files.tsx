import { useId, useState } from 'react'
import { Link } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction } from '~/features/desk/access/desk-action.server.ts'
import { previewFile } from '~/features/products/file/preview.commands.server.ts'
import { numbersNotInShiftJis } from '~/features/products/file/queries.server.ts'
import { mostMegabytes, mostRows, tableTexts, undoDays } from '~/features/products/file/texts.ts'
import css from '~/features/products/file/ui/product-files.module.css'
import { lastFiles } from '~/features/products/file/view.queries.server.ts'
import { type FileFacts, mostBytes } from '~/features/products/file/view.rules.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { fieldOf } from '~/kernel/form.ts'
import { formatNumber } from '~/kernel/money.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { FormCard, SubmitButton, useFieldError } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { useFileKey } from '~/ui/use-file-key.ts'
import type { Route } from './+types/product-files'

/** Download links; `lacking` are products with characters that Shift_JIS lacks. */
function FileDownload({ lacking }: { readonly lacking: readonly string[] }) {
  return (
    <section className={css.section}>
      <h2>書き出す</h2>
      <p>
        お店で持っている生地とキットを、Excelで開けるファイル（CSV）にします。先頭の0や「1-2」のような番号も、そのまま残ります。「在庫」を書きかえた商品は、数え直します。
      </p>
      <a className={css.download} href={href('/admin/products/file/download')} download>
        ファイルを書き出す
      </a>
      <a
        className={css.download}
        href={href('/admin/products/file/download', { encoding: 'shift_jis' })}
        download
      >
        Shift_JISで書き出す（古いソフト用）
      </a>
      {lacking.length === 0 ? null : (
        <p>
          {`Shift_JISにない文字のある商品：${lacking.join('、')}。その文字は「?」になります。そのまま読み込んでも、変わったことにはなりません。`}
        </p>
      )}
    </section>
  )
}

/** The file for a count of the stock (K37). */
function CountDownload() {
  const file = (encoding?: string) =>
    href('/admin/products/file/download', { for: 'count', ...(encoding === undefined ? {} : { encoding }) })
  return (
    <section className={css.section} aria-labelledby="count">
      <h2 id="count">棚卸をする</h2>
      <p>
        いま棚にあるはずの布を、反物ごとに書いたファイルです（約束ずみでも、まだ裁っていない布を含みます）。数えてちがったところだけ「在庫」を直し、下の「読み込む」で選んでください。空の行と直していない行は、そのままです。書き出したあとに売れた商品は、番号をお知らせして、数え直さずに残します。
      </p>
      <a className={css.download} href={file()} download>
        棚卸のファイル
      </a>
      <a className={css.download} href={file('shift_jis')} download>
        棚卸のファイル（Shift_JIS）
      </a>
    </section>
  )
}

/** Form that uploads a file for comparison; changes nothing. */
function FileUpload({
  problems,
  replaces,
}: {
  readonly problems: readonly string[]
  readonly replaces: boolean
}) {
  const id = useId()
  const fileKey = useFileKey()
  const [isLarge, setLarge] = useState(false)
  const { error, onEdit } = useFieldError(problems.find((problem) => problem === tableTexts.none))
  const told = isLarge ? tableTexts.bytes : error
  const faults = problems.filter((problem) => problem !== tableTexts.none)
  return (
    <section className={css.section}>
      <h2>読み込む</h2>
      <p>
        Excelで直したファイルを選ぶと、いまの商品とくらべて、変わるところをすべてお見せします。お確かめいただくまで、何も変わりません。
      </p>
      <FormCard
        encType="multipart/form-data"
        failed={`ファイルを送れませんでした。${mostMegabytes}MBより大きいか、改行が1万をこえるファイルは、分けてお送りください。`}
      >
        <label className={`stack-3 ${css.upload}`}>
          <strong>{`CSVのファイル（${mostMegabytes}MB、${formatNumber(mostRows)}行まで）`}</strong>
          <input
            key={fileKey}
            type="file"
            name="file"
            accept=".csv,.txt,text/csv"
            required
            aria-invalid={told === undefined ? undefined : true}
            aria-describedby={told === undefined ? undefined : id}
            onChange={({ currentTarget }) => {
              onEdit()
              setLarge((currentTarget.files?.[0]?.size ?? 0) > mostBytes)
            }}
          />
        </label>
        {told === undefined ? null : (
          <p id={id} className={css.wrong} role={isLarge ? 'alert' : undefined}>
            {told}
          </p>
        )}
        <label className={css.check}>
          <input type="checkbox" name="replaces" value="1" defaultChecked={replaces} />
          <span>ファイルにない公開中の商品は、掲載終了にする（入れ替える）</span>
        </label>
        {faults.length === 0 ? null : (
          <Notice kind="error">
            <p>このファイルは読み込めません。</p>
            {faults.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </Notice>
        )}
        <SubmitButton busy="くらべています…" disabled={isLarge}>
          いまの商品とくらべる
        </SubmitButton>
      </FormCard>
    </section>
  )
}

const stateOf = ({ state, appliedAt, undoneAt }: FileFacts): string => {
  if (state === 'undone') return `元に戻しました（${deskMoment(undoneAt ?? 0)}）`
  return state === 'taken' ? `反映しました（${deskMoment(appliedAt ?? 0)}）` : 'くらべただけです'
}

/** Files that can still be viewed and undone. */
function LastFiles({ files }: { readonly files: readonly FileFacts[] }) {
  if (files.length === 0) return null
  return (
    <section className={css.section}>
      <h2>これまでのファイル</h2>
      <p>{`反映してから${undoDays}日のあいだ、元に戻せます。`}</p>
      <ul className={css.files}>
        {files.map((file) => (
          <li key={file.id}>
            <Link className={css.fileLink} to={href('/admin/products/file/:id', { id: file.id })}>
              {file.name === '' ? '名前のないファイル' : file.name}
            </Link>
            <span>{stateOf(file)}</span>
            <span>
              {deskMoment(file.sentAt)} {file.sentBy}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The last files; for the owner. */
export const loader = async ({ context, url }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const isTooLarge = url.searchParams.get('refused') === 'size'
  return readOrUnavailable(ctx, 'files of products', async (db) => ({
    refused: isTooLarge ? [tableTexts.size] : [],
    files: await lastFiles(db),
    lacking: await numbersNotInShiftJis(db),
  }))
}

/** Compares a file with the products and leads to the page of its result. */
export const action = ({ context, request }: Route.ActionArgs) =>
  deskAction(context.get(appContext), request, {
    who: 'owner',
    answer: async (ctx, actor, form) => {
      const file = form.get('file')
      const sent =
        file instanceof File
          ? { bytes: await file.bytes(), name: file.name }
          : { bytes: new Uint8Array(), name: '' }
      const replaces = fieldOf(form, 'replaces')
      const seen = await previewFile(ctx, actor, { ...sent, replaces: replaces === '1' })
      if (seen.ok) return href('/admin/products/file/:id', { id: seen.value.id })
      const { status, texts } = seen.error
      return { status, answer: { typed: { replaces } }, more: { problems: texts } }
    },
  })

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function ProductFiles({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  return (
    <DeskPage title="ファイルでまとめて直す" back={href('/admin/products')}>
      <FileDownload lacking={loaderData.lacking} />
      <CountDownload />
      <FileUpload
        problems={answer?.more?.problems ?? loaderData.refused}
        replaces={answer?.typed.replaces === '1'}
      />
      <LastFiles files={loaderData.files} />
    </DeskPage>
  )
}
