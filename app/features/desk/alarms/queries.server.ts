import { inGigabytes, leastFreeBytes } from '~/features/pictures/rules.ts'
import type { Alarm, AlarmSource } from '~/server/alarms.ts'
import type { AppContext } from '~/server/app-context.ts'
import { mailServerTrouble } from '~/server/mail/mail-server-state.ts'
import { mayPass, troubleSentence } from '~/server/mail/mail-trouble.ts'
import { lateMailMinutes, undelivered } from '~/server/mail/undelivered.ts'

/** A network that comes up later than the shop is nothing that the owner can do something about. */
const momentMs = 3 * 60_000

const serverAlarms = async (db: AppContext['db'], now: number): Promise<Alarm[]> => {
  const trouble = await mailServerTrouble(db)
  if (trouble === null || (mayPass(trouble.why) && now - trouble.since < momentMs)) return []
  return [{ key: 'mails:server', text: `お店からメールを送れません。${troubleSentence(trouble.why)}` }]
}

export const mailAlarms: AlarmSource = {
  name: 'mails',
  read: async ({ db, now }) => {
    const rows = await undelivered(db, now())
      .select((eb) => ['state', eb.fn.countAll().as('all')])
      .groupBy('state')
      .execute()
    return [
      ...(await serverAlarms(db, now())),
      ...rows.map(
        ({ state, all }): Alarm =>
          state === 'dead'
            ? { key: 'mails:dead', text: `届けられなかったメールが${all}通あります` }
            : { key: 'mails:waiting', text: `メールが${all}通、${lateMailMinutes}分より長く届いていません` },
      ),
    ]
  },
}

export const diskAlarms: AlarmSource = {
  name: 'disk',
  read: async ({ uploadFiles }) =>
    (await uploadFiles.freeBytes()) < leastFreeBytes
      ? [
          {
            key: 'disk:low',
            text: `お店のデータがあるディスクの空きが、${inGigabytes(leastFreeBytes)}より少なくなりました`,
          },
        ]
      : [],
}
