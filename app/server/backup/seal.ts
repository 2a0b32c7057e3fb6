import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { codeOfError } from '../whole-file.ts'
import { BackupRefused } from './refusals.ts'

const ageMark = 'age-encryption.org/v1'

/** `identity` is a key of this run alone, which can open the file again to check it (D24). */
export interface Seal {
  readonly identity: string
  readonly lock: (content: AsyncIterable<Uint8Array>) => Promise<AsyncIterable<Uint8Array>>
}

/** `recipient` is the owner's age1… key; throws BackupRefused for an invalid one. */
export const createSeal = async (recipient: string): Promise<Seal> => {
  const identity = await generateX25519Identity()
  const own = await identityToRecipient(identity)
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase())
    encrypter.addRecipient(own)
  } catch {
    throw new BackupRefused('bad-key')
  }
  return { identity, lock: async (content) => readable(await encrypter.encrypt(streamOf(content))) }
}

/** `secret` is for paper, `recipient` for the settings. */
export const newKey = async (): Promise<{ readonly secret: string; readonly recipient: string }> => {
  const secret = await generateX25519Identity()
  return { secret, recipient: await identityToRecipient(secret) }
}

/** Reads on demand, so that memory holds a few chunks only. */
const streamOf = (content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> => {
  const chunks = content[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { value, done } = await chunks.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
  })
}

async function* readable(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** The owner's secret as she typed it from paper, in any case, with blanks, line breaks, dashes and full-width signs (D24). */
export const paperKey = (typed: string): string => {
  const signs = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
  return signs.replace(/^AGESECRETKEY(PQ)?1/, (_, isPq) =>
    isPq ? 'AGE-SECRET-KEY-PQ-1' : 'AGE-SECRET-KEY-1',
  )
}

const isLocked = async (path: string): Promise<boolean> => {
  const file = await open(path).catch((error: unknown) => {
    throw codeOfError(error) === 'ENOENT' ? new BackupRefused('no-file') : error
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ageMark.length), 0, ageMark.length, 0)
    return buffer.toString('latin1', 0, bytesRead) === ageMark
  } finally {
    await file.close()
  }
}

/** Opens a locked file with `identity`; throws BackupRefused for a wrong or missing key. */
export const openSealed = async (
  path: string,
  identity: string | undefined,
): Promise<AsyncIterable<Uint8Array>> => {
  if (!(await isLocked(path))) return createReadStream(path)
  if (identity === undefined) throw new BackupRefused('needs-key')
  const decrypter = new Decrypter()
  try {
    decrypter.addIdentity(paperKey(identity))
  } catch {
    throw new BackupRefused('bad-key')
  }
  try {
    return orBroken(await decrypter.decrypt(streamOf(createReadStream(path))))
  } catch (error) {
    throw new BackupRefused(/identit/i.test(String(error)) ? 'other-key' : 'broken')
  }
}

/** An error after the header means that the file was cut or changed. */
async function* orBroken(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* readable(stream)
  } catch {
    throw new BackupRefused('broken')
  }
}
