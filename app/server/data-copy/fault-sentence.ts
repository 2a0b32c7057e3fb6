import { databaseFault } from '../database/database-fault.ts'
import { codeOfError } from '../whole-file.ts'

const sqliteFull = 13

/** For the owner, without a full stop. */
export const faultSentence = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const code = String(codeOfError(error) ?? '')
  if (
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    code === '53100' ||
    Reflect.get(error, 'errcode') === sqliteFull
  )
    return 'ディスクがいっぱいです。空きを作ってから、もう一度実行してください'
  if (/^(?:08|57|ECONNRESET$)/.test(code) || /terminated|connection error/.test(error.message))
    return `データベースとのつながりが切れました（${error.message}）`
  if (code === '55P03')
    return 'データベースの表を、ほかのプログラムが使っています。少し待って、もう一度実行してください'
  return (databaseFault(error, 'データベース') ?? (error.message || code)).replace(/。$/, '')
}
