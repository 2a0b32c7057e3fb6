import type { NewMail } from '~/kernel/mail.ts'
import type { UploadRoom } from './types.ts'

const megabyte = 1_048_576

/** A draft on a member's device may refer to an upload that no row of ours does. */
export const keptWithoutUseMs = 7 * 86_400_000

/** `lastPutAt` of a released upload, which the next collection checks. */
export const letGo = 1

/** `lastPutAt` after a failed removal. */
export const toBeRemoved = 0

/** `lastPutAt` while one process removes it since `startedAt` (epoch ms); below 0, so that nobody uses or puts it. */
export const beingRemoved = (startedAt: number): number => -startedAt

/** An older removal belongs to a process that died. */
export const removalMs = 600_000

/** Limits of unused uploads (D5): files and bytes of one member, bytes of the whole shop. */
export const waitingLimits = { files: 100, bytes: 60 * megabyte, bytesOfShop: 2_048 * megabyte } as const

/** Disk space that pictures leave free, because orders need it too (D5). */
export const leastFreeBytes = 1_024 * megabyte

export interface Waiting {
  readonly files: number
  readonly bytes: number
  readonly bytesOfShop: number
}

/** Why `more` may not be added to what waits; undefined when there is room (D5). */
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

/** Tells the owner that uploads are refused, once for each `day` such as 2024-09-05 (D5). */
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
