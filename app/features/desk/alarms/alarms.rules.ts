import { deskMoment, machineDate } from '~/kernel/dates.ts'
import { startOfDay } from '~/kernel/days.ts'
import type { NewMail } from '~/kernel/mail.ts'

const hour = 3_600_000

/** The digest due at `now` (epoch ms) is today's from 7:00 in Tokyo, before that yesterday's. */
export const digestDay = (now: number): string => machineDate(startOfDay(now - 7 * hour)) ?? ''

const firstPauseMs = 60_000
const longestPauseMs = hour

/** In ms, after failed tries in a row: 1, 2, 4 minutes ... up to an hour. */
export const pauseAfterTries = (tries: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.max(0, tries - 1))

/** An intermittent trouble is told at most once in this time. */
export const repeatAfterMs = hour

const mostLines = 20

interface From {
  readonly shopName: string
  readonly demo: boolean
  readonly deskAddress: string
}

/** The trouble without what was to be done about it, which its further sentences say. */
const troubleOf = (text: string): string => text.split('。', 1)[0] ?? text

const overText = (text: string): string => `収まりました：${troubleOf(text)}`

export const alarmText = (
  begun: readonly string[],
  over: readonly string[],
  { shopName, demo, deskAddress }: From,
): string => {
  const texts = [...begun, ...over.map(overText)]
  const news = begun.length === 0 ? 'お店の困りごとが収まりました。' : 'お店の用事があります。'
  return [
    `${demo ? '【練習】' : ''}${shopName}：${news}`,
    ...texts.slice(0, mostLines).map((text) => `・${text}`),
    ...(texts.length > mostLines ? [`・ほか${texts.length - mostLines}件`] : []),
    deskAddress,
  ].join('\n')
}

interface ReportedTrouble {
  readonly text: string
  /** Epoch ms. */
  readonly beganAt: number
}

interface UrgentNews {
  /** Of the alarm, and of when it began or ended. */
  readonly subjectKey: string
  readonly text: string
  readonly isOver: boolean
  readonly recipient: string
  readonly deskAddress: string
}

/** To the owner, at once (N26). */
export const urgentMail = ({ subjectKey, text, isOver, recipient, deskAddress }: UrgentNews): NewMail => ({
  kind: 'owner_urgent',
  subjectKey,
  recipient,
  subject: isOver ? '［お知らせ］困りごとは収まりました' : '［至急］お買い物ができなくなっています',
  preview: text,
  heading: isOver ? '収まりました' : 'お買い物ができなくなっています',
  opening: [isOver ? overText(text) : text],
  holdsToken: false,
  link: { text: 'きょうの画面を開く', href: deskAddress },
  blocks: [],
  closing: [],
})

/** To the owner, once a day: present troubles, and those that ended. */
export const digestMail = (
  open: readonly ReportedTrouble[],
  over: readonly ReportedTrouble[],
  {
    day,
    recipient,
    deskAddress,
  }: { readonly day: string; readonly recipient: string; readonly deskAddress: string },
): NewMail => {
  const lines = (troubles: readonly ReportedTrouble[]) => [
    ...troubles.slice(0, mostLines).map(({ text, beganAt }) => `${text}（${deskMoment(beganAt)}から）`),
    ...(troubles.length > mostLines ? [`ほか${troubles.length - mostLines}件`] : []),
  ]
  const opening =
    open.length === 0
      ? 'きのうからの困りごとは、すべて収まりました。することはありません。'
      : `いま、${open.length}件の困りごとがあります。`
  return {
    kind: 'owner_alarms',
    subjectKey: day,
    recipient,
    subject: open.length === 0 ? '［お知らせ］困りごとは収まりました' : `［要確認］困りごと ${open.length}件`,
    preview: opening,
    heading: 'お店の様子',
    opening: [opening],
    holdsToken: false,
    link: { text: 'きょうの画面を開く', href: deskAddress },
    blocks: [
      ...(open.length === 0 ? [] : [{ heading: '困りごと', lines: lines(open) }]),
      ...(over.length === 0
        ? []
        : [
            {
              heading: '収まったこと',
              lines: lines(over.map(({ text, beganAt }) => ({ text: troubleOf(text), beganAt }))),
            },
          ]),
    ],
    closing: [],
  }
}
