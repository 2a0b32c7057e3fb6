import { data, Link } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { deskProductPath } from '~/features/products/desk/ui/product-path.ts'
import { applyFile } from '~/features/products/file/apply.commands.server.ts'
import { compareAgain } from '~/features/products/file/preview.commands.server.ts'
import { leftByCount, leftByUndo, numbersText, takenText, undoDays } from '~/features/products/file/texts.ts'
import css from '~/features/products/file/ui/product-files.module.css'
import { undoFile } from '~/features/products/file/undo.commands.server.ts'
import { fileView } from '~/features/products/file/view.queries.server.ts'
import type { FileCounts, FileFacts, RowView } from '~/features/products/file/view.rules.ts'
import { lowestCertainPrice } from '~/features/products/price-guard.rules.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import { LeftOutNotice } from '~/ui/left-out.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/product-file'

function FileSummary({
  file,
  counts,
  replaces,
  uncounted,
}: {
  readonly file: FileFacts
  readonly counts: FileCounts
  readonly replaces: boolean
  readonly uncounted: readonly string[]
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
      {uncounted.length === 0 || file.state !== 'looked at' ? null : (
        <Notice>
          {`在庫を数え直さない商品が${uncounted.length}点あります：${numbersText(uncounted)}。ほかの行は、このまま反映できます。`}
        </Notice>
      )}
      {counts.waits === 0 || file.state !== 'looked at' ? null : (
        <Notice>
          価格が大きく変わる商品が{counts.waits}点あります（{lowestCertainPrice}
          円より安い、はじめての価格も）。その価格では、反映したあとに「価格の確認」でお確かめいただくまで販売しません。
        </Notice>
      )}
    </section>
  )
}

const kindNames = {
  bad: '直すところ',
  kept: '数え直さない',
  changed: '変わる',
  new: '新しい',
  left: '掲載終了',
} as const

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
      {waits ? <p className={css.waits}>この価格では、お確かめいただくまで販売しません。</p> : null}
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
  readonly uncounted: readonly string[]
  readonly requestId: string
}

interface Parts {
  readonly view: View
  readonly answer: DeskAnswer | undefined
}

function FileState({ view: { file, counts, byHand, uncounted } }: Pick<Parts, 'view'>) {
  if (file.state === 'undone')
    return (
      <>
        <LeftOutNotice left={leftByUndo(byHand)} />
        <Notice kind="good" announce>
          元に戻しました（{deskMoment(file.undoneAt ?? 0)}）。
        </Notice>
      </>
    )
  if (file.state !== 'taken') return null
  return (
    <>
      <LeftOutNotice left={leftByCount(uncounted)} />
      <Notice kind="good" announce>
        <p>反映しました（{deskMoment(file.appliedAt ?? 0)}）。</p>
        {counts.waits === 0 ? null : (
          <p>
            <Link to={`${href('/admin/feed')}#prices`}>価格の確認</Link>に、お確かめいただく価格があります。
          </p>
        )}
      </Notice>
    </>
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
  return (
    <>
      <DeskForm
        requestId={requestId}
        answer={answer}
        failed="反映できませんでした。"
        sentence={`${takenText({ ...counts, left: takenOut })}を、まとめて反映します。${undoDays}日のあいだ、元に戻せます。`}
        button="この内容にする"
        busy="反映しています…"
      >
        <input type="hidden" name="act" value="take" />
      </DeskForm>
      {answer?.failure === undefined ? null : (
        <FormCard failed="くらべられませんでした。">
          <input type="hidden" name="act" value="again" />
          <SubmitButton busy="くらべています…" look="secondary">
            いまの商品と、もう一度くらべる
          </SubmitButton>
        </FormCard>
      )}
    </>
  )
}

function Undo({ view: { byHand, requestId }, answer }: Parts) {
  return (
    <>
      {byHand.length === 0 ? null : (
        <Notice>このあとに画面などで変わったため、元に戻しても変えない商品：{numbersText(byHand)}</Notice>
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

/** The changes of a product file, previewed or applied; for the owner. */
export const loader = async ({ context, params, request }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const asked = new URL(request.url).searchParams
  const page = /^\d{1,4}$/.test(asked.get('page') ?? '') ? Math.max(1, Number(asked.get('page'))) : 1
  const view = await readOrUnavailable(ctx, 'a file of products', (db) => fileView(db, params.id, page))
  if (view === undefined) throw data(null, { status: 404 })
  return { ...view, requestId: ctx.newId() }
}

export const action = ({ context, params: { id }, request }: Route.ActionArgs) => {
  const leadingBack = { at: { id }, done: () => href('/admin/products/file/:id', { id }) }
  return deskAction(context.get(appContext), request, {
    take: press(applyFile, leadingBack),
    undo: press(undoFile, leadingBack),
    again: {
      who: 'owner',
      answer: async (ctx, actor) => {
        const seen = await compareAgain(ctx, actor, { id })
        if (seen.ok) return href('/admin/products/file/:id', { id: seen.value.id })
        const { status, texts } = seen.error
        return { status, answer: { failure: texts.join('\n') } }
      },
    },
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function ProductFile({ loaderData, actionData }: Route.ComponentProps) {
  const given = useLastAnswer(actionData)
  const { file, counts, replaces, rows, page, pages, left } = loaderData
  // Pressing twice has no further effect.
  const answer = given?.act === 'take' && file.state === 'taken' ? undefined : given
  return (
    <DeskPage title="ファイルの内容" back={href('/admin/products/file')}>
      {answer === undefined ? <FileState view={loaderData} /> : null}
      <LeftOutNotice left={left} />
      <FileSummary file={file} counts={counts} replaces={replaces} uncounted={loaderData.uncounted} />
      <FileRows id={file.id} rows={rows} page={page} pages={pages} />
      <FileActs view={loaderData} answer={answer} />
    </DeskPage>
  )
}
