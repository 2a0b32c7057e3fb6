import type { OwnerAction, OwnerCommand } from '~/server/owner-command.ts'
import { retryPictures } from './sources.commands.server.ts'
import { pictureStatus } from './sources.queries.server.ts'
import { pictureStatusText, picturesUsage } from './texts.ts'

const again: OwnerAction['run'] = async (ctx, [address]) => {
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

/** `npm run pictures -- status | again [ADDRESS]`; the open shop does the work. */
export const picturesCommand: OwnerCommand = {
  usage: picturesUsage,
  actions: {
    status: {
      words: [0, 0],
      run: async ({ db }) => ({ lines: pictureStatusText(await pictureStatus(db)), exitCode: 0 }),
    },
    again: { words: [0, 1], run: again },
  },
}
