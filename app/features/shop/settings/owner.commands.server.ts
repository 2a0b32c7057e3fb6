import type { DeskActor } from '~/kernel/actor.ts'
import { deskSettings } from '~/server/desk-settings.ts'
import type { OwnerCommand } from '~/server/owner-command.ts'
import { saveSettings } from './commands.server.ts'
import { settingPart, settingPartNames, settingParts } from './parts.rules.ts'
import { sourceOf } from './reading.server.ts'
import { fieldsOfPart } from './typed.rules.ts'

const machine: DeskActor = { kind: 'owner' }

/** `npm run shop -- settings | settings forget PART` */
export const settingsCommand: OwnerCommand = {
  actions: {
    settings: {
      words: [0, 2],
      run: async (ctx, [word, name = '']) => {
        const part = settingPart(name)
        if (word === undefined) return { lines: await settingLines(ctx), exitCode: 0 }
        if (word !== 'forget' || part === undefined) return undefined
        await saveSettings(ctx, machine, {
          requestId: ctx.newId(),
          part,
          ...{ typed: null, version: '', seen: '' },
        })
        const { title } = settingParts[part]
        return { lines: [`「${title}」を、設定ファイルの値に戻しました。`], exitCode: 0 }
      },
    },
  },
}

const settingLines = async ({ db, fileSettings }: Parameters<OwnerCommand['actions'][string]['run']>[0]) => {
  const { values } = await deskSettings(db)
  return settingPartNames.map((part) => {
    const own = fieldsOfPart(part).filter((field) => sourceOf(field, fileSettings, values) === 'desk')
    const told = own.length === 0 ? '画面で変えた値はありません。' : own.map(({ label }) => label).join('、')
    return `${part}　${settingParts[part].title}：${told}`
  })
}
