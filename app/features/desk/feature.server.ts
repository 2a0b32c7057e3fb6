import { demoDeskPeople } from '#demo/members.ts'
import type { Feature } from '~/feature-parts.server.ts'
import { href } from '~/href.ts'
import { deskCommand } from './access/owner.commands.server.ts'
import {
  addPasskey,
  allowCounting,
  endAtDesk,
  endDevice,
  inviteToDesk,
  newBackupCodes,
  removeDemoDeskPeople,
  resetFactor,
  resetOwnFactor,
  seedDemoDeskPeople,
  takePasskeyAway,
  withdrawInvitation,
} from './access/people.commands.server.ts'
import { peopleList } from './access/ui/people-list.tsx'
import { watchAlarmsJob } from './alarms/commands.server.ts'
import { diskAlarms, mailAlarms } from './alarms/queries.server.ts'
import { mailCard } from './mails.queries.server.ts'
import { testMailCommand } from './owner.commands.server.ts'
import { forgetTestMail, sendTestMail } from './test-mail.commands.server.ts'
import { mailServerCard } from './test-mail.queries.server.ts'
import { logListToName } from './ui/log-list.tsx'
import { mailsList } from './ui/mails-list.tsx'
import { pricesList } from './ui/prices-list.tsx'
import { nameView, removeView, renameView } from './views/commands.server.ts'

export const desk: Feature = {
  name: 'desk',
  deskLists: [
    { ...mailsList, path: href('/admin/mails'), who: 'owner' },
    { ...pricesList, path: href('/admin/feed'), who: 'owner' },
    { ...peopleList, path: href('/admin/helpers'), who: 'owner' },
    { ...logListToName, path: href('/admin/log'), who: 'owner' },
  ],
  tables: { alarms: ['alarm'], views: ['deskView'] },
  jobs: (ctx, { alarmSources }) => [watchAlarmsJob(ctx, alarmSources)],
  commands: { desk: [deskCommand], shop: [testMailCommand] },
  demo: {
    put: (ctx) => seedDemoDeskPeople(ctx, demoDeskPeople),
    remove: async (ctx) => {
      await forgetTestMail(ctx)
      await removeDemoDeskPeople(ctx)
    },
  },
  deskCards: [mailServerCard, mailCard],
  alarms: [mailAlarms, diskAlarms],
  acts: [
    sendTestMail,
    inviteToDesk,
    withdrawInvitation,
    resetFactor,
    endAtDesk,
    allowCounting,
    newBackupCodes,
    addPasskey,
    takePasskeyAway,
    resetOwnFactor,
    endDevice,
    nameView,
    renameView,
    removeView,
  ],
}
