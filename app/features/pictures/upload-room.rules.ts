import type { NewMail } from '~/kernel/mail.ts'
import type { UploadRoom } from './types.ts'

const megabyte = 1_048_576

/** An upload is kept without use for a week: a draft on a member's device refers to its pictures, and no row of ours does. */
export const keptWithoutUseMs = 7 * 86_400_000

/** `lastPutAt` of what nothing may refer to any more: the next collection looks at it. */
export const letGo = 1

/** `lastPutAt` of what is to be removed and nobody removes: whoever did could not. */
export const toBeRemoved = 0

/** `lastPutAt` of what one process removes, since `startedAt` (epoch ms): below 0, so that nobody uses or puts it meanwhile. */
export const beingRemoved = (startedAt: number): number => -startedAt

/** Longer than the files of one upload take to go: a removal that began before that was its process's last act. */
export const removalMs = 600_000

/** What may wait for its first use at once (D5): files and bytes of one member, bytes of the whole shop. */
export const waitingLimits = { files: 100, bytes: 60 * megabyte, bytesOfShop: 2_048 * megabyte } as const

/** So much of the disk stays free of pictures, for orders are written there too (D5). In bytes. */
export const leastFreeBytes = 1_024 * megabyte

/** What waits; bytes. */
export interface Waiting {
  readonly files: number
  readonly bytes: number
  readonly bytesOfShop: number
}

/** Why nothing more is taken while so much waits; undefined when there is room. `more` is what is about to come (D5). */
export const lackOfRoom = (
  { files, bytes, bytesOfShop }: Waiting,
  more: { readonly files: number; readonly bytes: number },
): UploadRoom | undefined => {
  if (files + more.files > waitingLimits.files || bytes + more.bytes > waitingLimits.bytes)
    return 'too_many_unused'
  return bytesOfShop + more.bytes > waitingLimits.bytesOfShop ? 'shop_full' : undefined
}

const words = {
  shop_full: {
    subject: '［要確認］作品の写真とPDFの登録を止めています',
    opening: [
      '会員が登録したまま、まだ作品やプロフィールに使っていない写真とPDFが、合わせて2GBになりました。',
      'そのため、新しい写真とPDFの登録を止めています。お店の販売と、ギャラリーの表示は続いています。',
    ],
    what: [
      '使われないものは、1週間で自動で片づけられ、登録も自動でもとに戻ります。急いですることはありません。',
      '知らない会員がたくさん増えていないか、確かめてください。: npm run member -- list',
    ],
  },
  disk_full: {
    subject: '［至急］ディスクの空きが少なくなっています',
    opening: [
      'お店のデータがあるディスクの空きが、1GBより少なくなりました。',
      'ご注文を記録する場所を残すため、写真とPDFの登録を止めています。お店の販売は続いています。',
    ],
    what: [
      'ディスクを大きくするか、お店のほかのファイルを片づけてください。空きができると、登録は自動でもとに戻ります。',
      'お店のデータのフォルダ（DATA_DIR）の中のファイルは、手で消さないでください。',
    ],
  },
} as const satisfies Record<Exclude<UploadRoom, 'too_many_unused'>, unknown>

/** To the owner: uploads are refused. One of its kind a day; `day` such as 2024-09-05 (D5). */
export const fullMail = (
  room: keyof typeof words,
  { day, ownerEmail }: { readonly day: string; readonly ownerEmail: string },
): NewMail => {
  const { subject, opening, what } = words[room]
  return {
    kind: `owner_${room}`,
    subjectKey: day,
    recipient: ownerEmail,
    holdsToken: false,
    subject,
    preview: opening[0],
    heading: subject.replace(/^［.+?］/, ''),
    opening,
    link: null,
    blocks: [{ heading: 'すること', lines: what }],
    closing: ['このメールは、続いている間、1日に1通だけお送りします。'],
  }
}
