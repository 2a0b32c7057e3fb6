import type { WaitOutside } from '../http/render-lanes.ts'
import { createSharedRoom, type SharedRoom } from '../http/shared-room.ts'
import { createTaskQueue } from '../task-queue.ts'

/** Hashes passwords with the sign-in library's scrypt; throws when too many wait. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** A missing or malformed `hash` is false after the same time (A11). */
  matches(hash: string | null, password: string): Promise<boolean>
}

/** A hash takes 0.1 s, 16 MB and one of Node's four threads; two stay free for pages. The last in the queue waits about 6 s. */
const mostAtOnce = 2
const longestQueue = 120

export interface Hashing {
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

const libraryHashing: Hashing = {
  hash: async (password) => (await import('better-auth/crypto')).hashPassword(password),
  verify: async (hash, password) => (await import('better-auth/crypto')).verifyPassword({ hash, password }),
}

export const createPasswords = (hashing = libraryHashing): Passwords => {
  const queued = createTaskQueue(mostAtOnce, longestQueue)
  return {
    hash: (password) => queued(() => hashing.hash(password)),
    matches: (hash, password) =>
      queued(async () => {
        if (hash !== null && isHash.test(hash)) return hashing.verify(hash, password)
        await hashing.hash(password)
        return false
      }),
  }
}

/**
 * How one request waits for a hash, while other renders go on. Throws when its client or network has no place left (S17). Its
 * `room` distinguishes it from a wait without a limit.
 */
export interface HashWait {
  <T>(wait: () => Promise<T>): Promise<T>
  readonly room: SharedRoom
}

/** Of all places for hashing and waiting, one client gets a third and one network a half. */
export const createHashWaits = (): ((address: string, waitOutside: WaitOutside) => HashWait) => {
  const room = createSharedRoom(mostAtOnce + longestQueue)
  return (address, waitOutside) => {
    const waitForHash: WaitOutside = async (wait) => {
      const place = room.place(address)
      if (!place.take(1)) throw new Error('too many passwords wait to be hashed')
      try {
        return await waitOutside(wait)
      } finally {
        place.leave()
      }
    }
    return Object.assign(waitForHash, { room })
  }
}

/** For one request. */
export const passwordsOutside = (passwords: Passwords, waitForHash: HashWait): Passwords => ({
  hash: (password) => waitForHash(() => passwords.hash(password)),
  matches: (hash, password) => waitForHash(() => passwords.matches(hash, password)),
})

export const isHash = /^[0-9a-f]{32}:[0-9a-f]{128}$/
