import { data, redirect } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { applyFile } from '~/features/products/file/apply.commands.server.ts'
import { compareAgain } from '~/features/products/file/preview.commands.server.ts'
import { changedSince } from '~/features/products/file/stored-files.queries.server.ts'
import { fileRefusals } from '~/features/products/file/texts.ts'
import { FileActs, FileState } from '~/features/products/file/ui/file-acts.tsx'
import { FileRows, FileSummary } from '~/features/products/file/ui/file-rows.tsx'
import { undoFile } from '~/features/products/file/undo.commands.server.ts'
import { fileView } from '~/features/products/file/view.queries.server.ts'
import { href } from '~/href.ts'
import { formOf, requestIdOf } from '~/kernel/form.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import type { FormAnswer } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import type { Route } from './+types/product-file'

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
