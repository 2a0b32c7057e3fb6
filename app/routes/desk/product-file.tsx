import { data, Link, redirect } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskProductPath } from '~/features/products/desk/ui/product-list.tsx'
import { applyFile } from '~/features/products/file/apply.commands.server.ts'
import { compareAgain } from '~/features/products/file/preview.commands.server.ts'
import { changedSince } from '~/features/products/file/stored-files.queries.server.ts'
import { fileRefusals, takenText, undoDays } from '~/features/products/file/texts.ts'
import css from '~/features/products/file/ui/product-files.module.css'
import { undoFile } from '~/features/products/file/undo.commands.server.ts'
import { fileView } from '~/features/products/file/view.queries.server.ts'
import type { FileCounts, FileFacts, RowView } from '~/features/products/file/view.rules.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { formOf, requestIdOf } from '~/kernel/form.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { DeskForm, type FormAnswer } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { SubmitButton } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/product-file'

function FileSummary({
  file,
  counts,
  replaces,
}: {
  readonly file: FileFacts
  readonly counts: FileCounts
  readonly replaces: boolean
}) {
  const facts = [
    ['新しい', counts.new],
    ['変わる', counts.changed],
    ['同じ', counts.same],
    ['直すところのある行', counts.bad],
    [replaces ? 'ファイルになく、掲載終了にする' : 'ファイルにない（そのまま）', counts.left],
  ] as const
  return (
    <section className={css.section} aria-label="まとめ">
      <p className={css.name}>{file.name}</p>
      <p>
        {deskMoment(file.sentAt)} {file.sentBy}
      </p>
      <dl className={css.counts}>
        {facts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {counts.bad === 0 ? null : (
        <Notice kind="error">
          直すところのある行が{counts.bad}
          行あるため、このファイルはまだ反映できません。ファイルを直して、もう一度読み込んでください。
        </Notice>
      )}
      {counts.waits === 0 || file.state !== 'looked at' ? null : (
        <Notice>
          価格が大きく変わる商品が{counts.waits}
          点あります。その価格は、反映したあとに「価格の確認」でお確かめいただくまで、いまのままです。
        </Notice>
      )}
    </section>
  )
}

const kindNames = { bad: '直すところ', changed: '変わる', new: '新しい', left: '掲載終了' } as const

function Row({ row }: { readonly row: RowView }) {
  const { number, name, kind, changes, waits, problems } = row
  return (
    <li>
      <p>
        <span className={`${css.kind} ${css[kind]}`}>{kindNames[kind]}</span>
        {row.row === null ? null : <span className={css.place}>{row.row}行目</span>}{' '}
        {kind === 'bad' || kind === 'new' ? (
          <strong>{number}</strong>
        ) : (
          <Link className={css.productLink} to={deskProductPath(number)}>
            {number}
          </Link>
        )}{' '}
        {name}
      </p>
      {problems.map((problem) => (
        <p key={problem} className={css.problem}>
          {problem}
        </p>
      ))}
      {changes.length === 0 ? null : (
        <dl className={css.changes}>
          {changes.map((change) => (
            <div key={change.name}>
              <dt>{change.name}</dt>
              <dd>
                {kind === 'new' ? null : (
                  <>
                    <del>{change.before === '' ? '（なし）' : change.before}</del> →{' '}
                  </>
                )}
                <ins>{change.after === '' ? '（なし）' : change.after}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {waits ? <p className={css.waits}>価格は、お確かめいただくまでいまのままです。</p> : null}
    </li>
  )
}

/** One page of the rows that differ. */
function FileRows({
  id,
  rows,
  page,
  pages,
}: {
  readonly id: string
  readonly rows: readonly RowView[]
  readonly page: number
  readonly pages: number
}) {
  if (rows.length === 0) return <p>変わるところはありません。</p>
  const at = (to: number) => href('/admin/products/file/:id', { id, page: String(to) })
  return (
    <section className={css.section} aria-label="変わるところ">
      <ul className={css.rows}>
        {rows.map((row) => (
          <Row key={`${row.kind} ${row.row} ${row.number}`} row={row} />
        ))}
      </ul>
      {pages === 1 ? null : (
        <nav aria-label="ページ" className={css.pages}>
          {page > 1 ? (
            <Link className={css.pageLink} to={at(page - 1)}>
              前へ
            </Link>
          ) : null}
          <span>
            {page}／{pages}ページ
          </span>
          {page < pages ? (
            <Link className={css.pageLink} to={at(page + 1)}>
              次へ
            </Link>
          ) : null}
        </nav>
      )}
    </section>
  )
}

interface View {
  readonly file: FileFacts
  readonly counts: FileCounts
  readonly replaces: boolean
  readonly byHand: readonly string[]
  readonly requestId: string
}

interface Answer extends FormAnswer {
  readonly changed?: readonly string[]
}

interface Parts {
  readonly view: View
  readonly answer: Answer | undefined
}

const mostNamed = 50

const namesOf = (numbers: readonly string[]): string =>
  `${numbers.slice(0, mostNamed).join('、')}${numbers.length > mostNamed ? ` ほか${numbers.length - mostNamed}点` : ''}`

function FileState({ view: { file, counts, byHand } }: Pick<Parts, 'view'>) {
  if (file.state === 'undone')
    return (
      <Notice kind="good" announce>
        <p>元に戻しました（{deskMoment(file.undoneAt ?? 0)}）。</p>
        {byHand.length === 0 ? null : <p>画面などで変わっていたため、戻していない商品：{namesOf(byHand)}</p>}
      </Notice>
    )
  if (file.state !== 'taken') return null
  return (
    <Notice kind="good" announce>
      <p>反映しました（{deskMoment(file.appliedAt ?? 0)}）。</p>
      {counts.waits === 0 ? null : (
        <p>
          <Link to={`${href('/admin/feed')}#prices`}>価格の確認</Link>に、お確かめいただく価格があります。
        </p>
      )}
    </Notice>
  )
}

/** The acts possible now: apply, undo or none. */
function FileActs(parts: Parts) {
  const { state } = parts.view.file
  if (state === 'looked at') return <Take {...parts} />
  return state === 'taken' ? <Undo {...parts} /> : null
}

function Take({ view: { counts, replaces, requestId }, answer }: Parts) {
  const takenOut = replaces ? counts.left : 0
  if (counts.bad > 0 || counts.new + counts.changed + takenOut === 0) return null
  const changed = answer?.changed ?? []
  return (
    <DeskForm
      requestId={requestId}
      answer={answer}
      failed="反映できませんでした。"
      sentence={`${takenText({ ...counts, left: takenOut })}を、まとめて反映します。${undoDays}日のあいだ、元に戻せます。`}
      button="この内容にする"
      busy="反映しています…"
    >
      {changed.length === 0 ? null : <Notice kind="error">変わった商品：{namesOf(changed)}</Notice>}
      {answer?.failure === undefined ? null : (
        <SubmitButton
          busy="くらべています…"
          look="secondary"
          name="again"
          value="1"
          failed="くらべられませんでした。"
        >
          いまの商品と、もう一度くらべる
        </SubmitButton>
      )}
      <input type="hidden" name="act" value="take" />
    </DeskForm>
  )
}

function Undo({ view: { byHand, requestId }, answer }: Parts) {
  return (
    <>
      {byHand.length === 0 ? null : (
        <Notice>このあとに画面などで変わったため、元に戻しても変えない商品：{namesOf(byHand)}</Notice>
      )}
      <DeskForm
        requestId={requestId}
        answer={answer}
        failed="元に戻せませんでした。"
        sentence="ファイルで変わった商品を、反映する前の内容に戻します。新しい商品はなくなります。"
        button="元に戻す"
        busy="戻しています…"
        danger
      >
        <input type="hidden" name="act" value="undo" />
      </DeskForm>
    </>
  )
}

const ownerOf = ({ context }: Route.LoaderArgs | Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const actor = ownerAtDesk(ctx)
  return { ctx, actor }
}

/** The changes of a product file, previewed or applied; for the owner. */
export const loader = async (args: Route.LoaderArgs) => {
  const { ctx } = ownerOf(args)
  const asked = new URL(args.request.url).searchParams
  const page = /^\d{1,4}$/.test(asked.get('page') ?? '') ? Math.max(1, Number(asked.get('page'))) : 1
  const view = await readOrUnavailable(ctx, 'a file of products', (db) => fileView(db, args.params.id, page))
  if (view === undefined) throw data(null, { status: 404 })
  return { ...view, requestId: ctx.newId() }
}

export interface FileAnswer extends FormAnswer {
  /** Products that changed since the file was compared with them. */
  readonly changed?: readonly string[]
}

/** Applies the file, or undoes it. */
export const action = async (args: Route.ActionArgs) => {
  const { ctx, actor } = ownerOf(args)
  const { id } = args.params
  const form = await formOf(args.request)
  const requestId = requestIdOf(form)
  if (form.has('again')) {
    const seen = await compareAgain(ctx, actor, { id })
    if (seen.ok) return redirect(href('/admin/products/file/:id', { id: seen.value.id }))
    const { status, texts } = seen.error
    return data<FileAnswer>({ failure: texts.join('\n'), requestId }, { status })
  }
  const isUndo = form.get('act') === 'undo'
  const done = await (isUndo ? undoFile : applyFile)(ctx, actor, { requestId, id })
  // Pressing twice has no further effect.
  if (done.ok || done.error === 'taken') return redirect(href('/admin/products/file/:id', { id }))
  const { status, text } = fileRefusals[done.error]
  const changed = done.error === 'changed' ? await changedSince(ctx.db, id) : []
  return data<FileAnswer>({ failure: text, changed, requestId }, { status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function ProductFile({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  const { file, counts, replaces, rows, page, pages } = loaderData
  return (
    <DeskPage title="ファイルの内容" back={href('/admin/products/file')}>
      {answer === undefined ? <FileState view={loaderData} /> : null}
      <FileSummary file={file} counts={counts} replaces={replaces} />
      <FileRows id={file.id} rows={rows} page={page} pages={pages} />
      <FileActs view={loaderData} answer={answer} />
    </DeskPage>
  )
}
