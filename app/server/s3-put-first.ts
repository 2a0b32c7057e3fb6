import { type S3mini, S3ServiceError } from 's3mini'

/** Puts an object where there is none; reading it back tells whose it is. Some stores know no condition, and take it without one. */
export const putFirstObject = async (s3: S3mini, key: string, content: string): Promise<void> => {
  const condition: Record<string, string> = { 'if-none-match': '*' }
  try {
    await s3.putObject(key, content, 'text/plain', undefined, condition)
  } catch (error) {
    if (!(error instanceof S3ServiceError)) throw error
    if (isTaken.has(error.status)) return
    if (!knowsNoCondition.has(error.status)) throw error
    await s3.putObject(key, content, 'text/plain')
  }
}

const isTaken = new Set([409, 412])
const knowsNoCondition = new Set([400, 501])
