import type { Actor } from '~/kernel/actor.ts'
import { ok } from '~/kernel/result.ts'
import type { CommandContext } from '~/server/context.ts'
import { type FileLoaded, type FileToLoad, rowsOfFile } from '~/server/table-file/load-file.ts'
import { putLinks } from './commands.server.ts'
import { linkColumns, linkRow } from './forms.server.ts'

/** Writes the collaborations of a CSV or JSON file, all of them or none. */
export const loadLinks = async (ctx: CommandContext, actor: Actor, file: FileToLoad): Promise<FileLoaded> => {
  const checked = rowsOfFile(file, linkColumns, linkRow)
  if (!checked.ok) return checked
  const items = checked.value.map(({ row }) => row)
  return ok({ ...(await putLinks(ctx, actor, { items, replace: file.replace })), remarks: [] })
}
