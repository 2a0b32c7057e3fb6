import type { Actor } from '~/kernel/actor.ts'
import { ok, refused } from '~/kernel/result.ts'
import {
  type FileLoaded,
  type FileToLoad,
  type LoadContext,
  rowsOfFile,
} from '~/server/table-file/load-file.ts'
import { missingPictures } from '~/server/table-file/missing-pictures.ts'
import { putKits } from './commands.server.ts'
import { kitColumns, kitRow } from './forms.server.ts'
import { fabricsAmong } from './queries.server.ts'

const takenByFabric = (number: string) => `番号「${number}」は生地が使っています。`

/** Writes the kits of a CSV or JSON file, all of them or none. */
export const loadKits = async (ctx: LoadContext, actor: Actor, file: FileToLoad): Promise<FileLoaded> => {
  const checked = await rowsOfFile(file, kitColumns, kitRow, async (ids) => {
    const fabrics = await fabricsAmong(ctx.db, ids)
    return new Map(fabrics.map((number) => [number, takenByFabric(number)]))
  })
  if (!checked.ok) return checked
  const items = checked.value.map(({ row }) => row)
  const put = await putKits(ctx, actor, { items, replace: file.replace })
  // Only fabrics that came since the check.
  if (!put.ok) return refused(put.error.takenByFabric.map(takenByFabric))
  const remarks = checked.value
    .filter(({ row }) => row.level === 'other')
    .map(({ place, row }) => `${place}：「${row.name}」のレベルは「その他」になりました。`)
  const pictures = checked.value.map(({ place, row: { id, name, imageUrl } }) => ({
    place,
    id,
    title: name,
    address: imageUrl,
  }))
  return ok({ ...put.value, remarks: [...remarks, ...(await missingPictures(ctx.imagesDir, pictures))] })
}
