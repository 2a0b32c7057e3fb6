import type { Actor } from '~/kernel/actor.ts'
import { ok } from '~/kernel/result.ts'
import {
  type FileLoaded,
  type FileToLoad,
  type LoadContext,
  rowsOfFile,
} from '~/server/table-file/load-file.ts'
import { missingPictures } from '~/server/table-file/missing-pictures.ts'
import { putLinks } from './links.commands.server.ts'
import { linkColumns, linkRow } from './links-form.server.ts'

/** Writes the collaborations of a CSV or JSON file, all of them or none. */
export const loadLinks = async (ctx: LoadContext, actor: Actor, file: FileToLoad): Promise<FileLoaded> => {
  const checked = await rowsOfFile(file, linkColumns, linkRow)
  if (!checked.ok) return checked
  const items = checked.value.map(({ row }) => row)
  const put = await putLinks(ctx, actor, { items, replace: file.replace })
  const pictures = checked.value.map(({ place, row: { id, title, imageUrl } }) => ({
    place,
    id,
    title,
    address: imageUrl,
  }))
  return ok({ ...put, remarks: await missingPictures(ctx.imagesDir, pictures) })
}
