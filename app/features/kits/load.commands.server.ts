import type { Actor } from '~/kernel/actor.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { CommandContext } from '~/server/context.ts'
import { type FileLoaded, type FileToLoad, rowsOfFile } from '~/server/table-file/load-file.ts'
import { putKits } from './commands.server.ts'
import { kitColumns, kitRow } from './forms.server.ts'

/** Writes the kits of a CSV or JSON file, all of them or none. */
export const loadKits = async (ctx: CommandContext, actor: Actor, file: FileToLoad): Promise<FileLoaded> => {
  const checked = rowsOfFile(file, kitColumns, kitRow)
  if (!checked.ok) return checked
  const items = checked.value.map(({ row }) => row)
  const put = await putKits(ctx, actor, { items, replace: file.replace })
  if (!put.ok) {
    const taken = new Set(put.error.takenByFabric)
    return refused(
      checked.value
        .filter(({ row }) => taken.has(row.id))
        .map(({ place, row }) => `${place}：番号「${row.id}」は生地が使っています。`),
    )
  }
  const remarks = checked.value
    .filter(({ row }) => row.level === 'other')
    .map(({ place, row }) => `${place}：「${row.name}」のレベルは「その他」になりました。`)
  return ok({ ...put.value, remarks })
}
