import { data, redirect } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { previewFile } from '~/features/products/file/preview.commands.server.ts'
import { numbersNotInShiftJis } from '~/features/products/file/queries.server.ts'
import { tableTexts } from '~/features/products/file/texts.ts'
import { FileDownload, FileUpload, LastFiles } from '~/features/products/file/ui/product-files.tsx'
import { lastFiles } from '~/features/products/file/view.queries.server.ts'
import { href } from '~/href.ts'
import { formOf } from '~/kernel/form.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import type { Route } from './+types/product-files'

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

interface FileAnswer {
  readonly problems: readonly string[]
  readonly replaces: boolean
}

/** Compares a file with the products and redirects to the page of its result. */
export const action = async ({ context, request }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const actor = ownerAtDesk(ctx)
  const form = await formOf(request)
  const file = form.get('file')
  const sent =
    file instanceof File
      ? { bytes: await file.bytes(), name: file.name }
      : { bytes: new Uint8Array(), name: '' }
  const replaces = form.get('replaces') === '1'
  const seen = await previewFile(ctx, actor, { ...sent, replaces })
  if (seen.ok) return redirect(href('/admin/products/file/:id', { id: seen.value.id }))
  const { status, texts } = seen.error
  return data<FileAnswer>({ problems: texts, replaces }, { status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function ProductFiles({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  return (
    <DeskPage title="ファイルでまとめて直す" back={href('/admin/products')}>
      <FileDownload lacking={loaderData.lacking} />
      <FileUpload problems={answer?.problems ?? loaderData.refused} replaces={answer?.replaces ?? false} />
      <LastFiles files={loaderData.files} />
    </DeskPage>
  )
}
