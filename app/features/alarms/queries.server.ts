import { leastFreeBytes } from '~/features/pictures/upload-room.rules.ts'
import type { AlarmSource } from '~/server/alarms.ts'
import { undelivered } from '~/server/mail/undelivered.ts'

export const mailAlarms: AlarmSource = {
  name: 'mails',
  read: async ({ db, now }) => {
    const rows = await undelivered(db, now())
      .select((eb) => ['state', eb.fn.countAll().as('all')])
      .groupBy('state')
      .execute()
    return rows.map(({ state, all }) =>
      state === 'dead'
        ? { key: 'mails:dead', text: `届けられなかったメールが${all}通あります` }
        : { key: 'mails:waiting', text: `メールが${all}通、30分より長く届いていません` },
    )
  },
}

export const diskAlarms: AlarmSource = {
  name: 'disk',
  read: async ({ uploadFiles }) =>
    (await uploadFiles.freeBytes()) < leastFreeBytes
      ? [{ key: 'disk:low', text: 'お店のデータがあるディスクの空きが、1GBより少なくなりました' }]
      : [],
}
