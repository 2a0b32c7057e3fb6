import type { Actor } from '~/kernel/actor.ts'
import { parseDate } from '~/kernel/dates.ts'
import { ok } from '~/kernel/result.ts'
import type { CommandContext } from '~/server/context.ts'
import { type FileLoaded, type FileToLoad, rowsOfFile } from '~/server/table-file/load-file.ts'
import { putNews } from './news.commands.server.ts'
import { newsColumns, newsRow } from './news-form.server.ts'

/** Writes the notices of a CSV or JSON file, all of them or none. */
export const loadNews = async (ctx: CommandContext, actor: Actor, file: FileToLoad): Promise<FileLoaded> => {
  const checked = await rowsOfFile(file, newsColumns, newsRow)
  if (!checked.ok) return checked
  const items = checked.value.map(({ row }) => row)
  const remarks = checked.value
    .filter(({ row }) => parseDate(row.date) === null)
    .map(
      ({ place, row }) =>
        `${place}：日付「${row.date}」は読み取れないため、そのまま表示し、いちばん後ろに並べます。`,
    )
  return ok({ ...(await putNews(ctx, actor, { items, replace: file.replace })), remarks })
}
