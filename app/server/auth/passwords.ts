/** How the passwords of accounts and of the admin gate are hashed and compared: scrypt, of the sign-in library. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** False too when `hash` is none. Takes as long for a hash that is missing (A11). */
  matches(hash: string | null, password: string): Promise<boolean>
}

/** One hash takes 0.1 s of a core and 16 MB: more at once would make everybody wait. */
const mostAtOnce = 4

export const createPasswords = (): Passwords => {
  const turn = createTurns(mostAtOnce)
  return {
    hash: (password) => turn(async () => (await import('better-auth/crypto')).hashPassword(password)),
    matches: (hash, password) =>
      turn(async () => {
        const { hashPassword, verifyPassword } = await import('better-auth/crypto')
        if (hash !== null && isHash.test(hash)) return verifyPassword({ hash, password })
        await hashPassword(password)
        return false
      }),
  }
}

/** What `hash` gives. */
export const isHash = /^[0-9a-f]{32}:[0-9a-f]{128}$/

/** Runs at most `most` at a time, the others in their order. */
const createTurns = (most: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
