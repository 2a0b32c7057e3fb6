import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ok, type Result, refused } from '../../kernel/result.ts'
import { fewestSecretCharacters } from '../env.ts'
import { codeOfError, textOf } from '../whole-file.ts'

/** The secret that signs sessions, from the settings or kept in `dataDir`; refuses a damaged one. Losing it signs all out. */
export const authSecretOf = async (
  set: string | undefined,
  dataDir: string,
): Promise<Result<string, readonly string[]>> => {
  if (set !== undefined) return ok(set)
  const path = join(resolve(dataDir), 'auth-secret')
  const secret = (await kept(path)) ?? (await make(path))
  return secret.length >= fewestSecretCharacters
    ? ok(secret)
    : refused([`${path} holds no secret: remove it and start again. Everybody signs in anew then.`])
}

const kept = async (path: string): Promise<string | undefined> => (await textOf(path))?.trim()

/** Whole or not at all: `link` never replaces a file that another process made meanwhile. */
const make = async (path: string): Promise<string> => {
  await mkdir(resolve(path, '..'), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${randomUUID()}`
  try {
    const file = await open(unfinished, 'wx', 0o600)
    await file.writeFile(`${randomBytes(32).toString('base64url')}\n`)
    await file.sync()
    await file.close()
    await link(unfinished, path)
  } catch (error) {
    if (codeOfError(error) !== 'EEXIST') throw error
  } finally {
    await rm(unfinished, { force: true })
  }
  return (await kept(path)) ?? ''
}
