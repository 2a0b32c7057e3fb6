import { displayDayNumber } from '~/kernel/days.ts'
import type { OwnerAction, OwnerCommand } from '~/server/owner-command.ts'
import { areaTexts } from './areas.rules.ts'
import { zeroHits } from './queries.server.ts'

const list: OwnerAction['run'] = async (ctx) => {
  const hits = await zeroHits(ctx.db)
  if (hits.length === 0)
    return {
      lines: ['見つからなかったことばは、まだありません。同じ日に3人がさがすと、ここに出ます（90日間）。'],
      exitCode: 0,
    }
  return {
    lines: [
      'さがしても見つからなかったことば（90日間、多い順）',
      ...hits.map(
        ({ area, typed, clients, lastDay }) =>
          `  ${clients}人　${areaTexts[area].name}　${typed}　（最後は${displayDayNumber(lastDay)}）`,
      ),
      'ほかの言い方で見つかるようにするには: npm run content -- load words ファイル（docs/content-files.md）',
    ],
    exitCode: 0,
  }
}

/** `npm run content -- zero-hits`: what customers searched for and did not find (W33). */
export const zeroHitsCommand: OwnerCommand = { actions: { 'zero-hits': { words: [0, 0], run: list } } }
