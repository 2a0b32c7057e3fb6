import { codeOfError } from '../whole-file.ts'
import { ArchiveBroken } from './archive.ts'

const sentences = {
  'no-file': 'そのファイルはありません。',
  'a-folder':
    'フォルダーです。その中の、戻したい日の backup-日時.tar（鍵つきは .tar.age）まで書いてください。',
  'no-backup': 'このファイルは、お店の控えではありません。',
  broken:
    '控えの本体（注文・お金・会員の入ったデータベース）が途中で切れているか、壊れています。ここは除いて戻せません。別の控えを使ってください。',
  'broken-file': '控えの写真かPDFが壊れているか、ありません。',
  'not-as-written': '書いたものを読み返すと、違っていました。ディスクを確かめてください。',
  'not-as-sent': '送ったものを読み返すと、壊れています。もう一度実行してください。',
  newer:
    'この控えは、新しい版のプログラムで取られています。プログラムを新しくしてから、もう一度実行してください。',
  'other-key': 'この控えは、その鍵では開けません。控えを取ったときの鍵を使ってください。',
  'needs-key':
    'この控えには鍵がかかっています。紙に控えた AGE-SECRET-KEY-1… を、環境変数 BACKUP_SECRET_KEY に入れて実行してください。',
  'bad-key':
    '鍵を読めません。1文字の打ちまちがいでも読めないので、紙か .env と1文字ずつ比べてください（控えを取るときの BACKUP_KEY は age1…、戻すときの BACKUP_SECRET_KEY は AGE-SECRET-KEY-1…）。',
  'not-empty':
    '戻す先が空ではありません。いまあるお店の上には戻しません。空のフォルダーか、まだないフォルダーを指定してください。',
  'database-not-empty': '戻す先のPostgreSQLが空ではありません。空のデータベースを作って、指定してください。',
  'no-database': '',
  'no-shop': 'ここには、まだお店がありません。npm start で一度開いてから、もう一度実行してください。',
  'other-version':
    'お店のデータは、このプログラムとは別の版で開かれました。このプログラムの npm start で一度開いてから、もう一度実行してください。',
  running: 'この場所では、別の控えを取っているところです。終わってから、もう一度実行してください。',
  'inside-data': '控えの場所が、データの場所の中にあります。別のディスクやフォルダーを指定してください。',
  full: 'ディスクがいっぱいです。空きを作ってから、もう一度実行してください。',
  stopped: '途中で止めました。',
  'bad-bucket':
    'S3 の場所は s3://バケット名/フォルダー の形で書いてください（「.」や「..」だけのフォルダーは使えません）。',
  'no-s3-key': 'S3 の鍵（BACKUP_S3_KEY_ID と BACKUP_S3_SECRET）を、設定（.env）に書いてください。',
  'needs-lock':
    'S3 に置く控えには、鍵が必要です。npm run data -- backup-key で鍵を作り、BACKUP_KEY を設定（.env）に書いてください。',
  's3-refused': '',
  's3-away': '',
  'not-ours': '',
  'not-there':
    '前の控えが、その場所に見つかりません。外付けのディスクやUSBメモリーなら、つながっているか確かめてください。',
} as const

/** Why there is no backup or nothing was restored; nothing has changed. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
  readonly why: keyof typeof sentences
  constructor(why: keyof typeof sentences, detail = '') {
    super(`${sentences[why]}${detail}`)
    this.why = why
  }
}

/** Of a file that the owner can do without (D70). */
export const brokenFile = (path: string): BackupRefused =>
  new BackupRefused(
    'broken-file',
    `（${path}）壊れたものを除いて戻すには、restore に --without-damaged を付けます。お店に元の写真があれば、次の控え（npm run data -- backup）が取り直します。`,
  )

export const asRefusal = (error: unknown): unknown => {
  const code = codeOfError(error)
  const full = error instanceof Error && Reflect.get(error, 'errcode') === 13
  if (code === 'ENOSPC' || code === 'EDQUOT' || full) return new BackupRefused('full')
  if (error instanceof ArchiveBroken) return new BackupRefused('broken')
  if (error instanceof Error && error.name === 'AbortError') return new BackupRefused('stopped')
  return error
}
