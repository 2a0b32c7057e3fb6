import { uploadPdf } from '~/features/pictures/commands.server.ts'
import { pdfRefusals } from '~/features/pictures/texts.ts'
import { onlyPost, uploadResponse } from '~/features/pictures/uploads.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/upload-pdf'

/** POST /api/uploads/pdf: the PDF is the body. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  return uploadResponse(await uploadPdf(ctx, ctx.actor, await request.bytes()), pdfRefusals)
}

export const loader = onlyPost
