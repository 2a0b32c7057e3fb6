import { uploadPicture } from '~/features/pictures/commands.server.ts'
import { pictureRefusals } from '~/features/pictures/texts.ts'
import { onlyPost, picturePurposeAt, uploadResponse } from '~/features/pictures/uploads.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/upload-picture'

/** POST with the picture as the body; on /api/uploads/picture `?for=photo` means the member's own photograph. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const purpose = picturePurposeAt(new URL(request.url))
  const done = await uploadPicture(ctx, ctx.actor, { bytes: await request.bytes(), purpose })
  return uploadResponse(done, pictureRefusals)
}

export const loader = onlyPost
