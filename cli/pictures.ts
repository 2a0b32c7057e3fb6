import { retryPictures } from '~/features/pictures/sources.commands.server.ts'
import { pictureStatus } from '~/features/pictures/sources.queries.server.ts'
import { pictureStatusText, picturesUsage } from '~/features/pictures/texts.ts'
import type { CliCommand } from './run-command.server.ts'

/** `npm run pictures -- status | again [ADDRESS]`; safe to repeat, and while the shop is open, which does the work. */
export const picturesCommand: CliCommand['run'] = async (ctx, args) => {
  const [what, address, ...more] = args
  const isUnderstood = what === 'again' || (what === 'status' && address === undefined)
  if (!isUnderstood || more.length > 0) return { lines: picturesUsage, exitCode: 2 }
  if (what === 'status') return { lines: pictureStatusText(await pictureStatus(ctx.db)), exitCode: 0 }
  const count = await retryPictures(ctx, address)
  if (count === 0 && address !== undefined)
    return { lines: ['このアドレスの写真を使っている商品はありません。', ...picturesUsage], exitCode: 2 }
  return {
    lines: [
      count === 0
        ? '読み込めなかった写真はありません。'
        : `${count}枚の写真を、お店を開いている間にもう一度読み込みます。`,
    ],
    exitCode: 0,
  }
}
