import { createHmac, randomBytes } from 'node:crypto'
import type { ZeroHitTable } from '#db/schema.ts'
import { dayNumber } from '../../kernel/days.ts'
import { clientAt } from '../public-address.ts'

/** `words` in the form that search compares; `address` is the client's. */
export interface ZeroHitSearch {
  readonly area: ZeroHitTable['area']
  readonly words: string
  readonly typed: string
  readonly address: string
}

/** Searches without a hit, in memory until enough clients asked (W33); clients are hashes with a secret of the day. */
export interface ZeroHits {
  note(asked: ZeroHitSearch, now: number): void
  /** Newly reached counts, and later ones of words taken before; `today` is a day number like `day`. */
  take(now: number): { readonly today: number; readonly due: readonly ZeroHitTable[] }
  giveBack(due: readonly ZeroHitTable[]): void
}

export const leastClients = 3
/** Limits of memory: clients per word, words in all, words per client. */
const mostClients = 200
const mostWords = 1_000
const mostOfClient = 30
const mostCounted = 20_000

interface Asked extends Omit<ZeroHitTable, 'clients'> {
  readonly clients: Set<string>
  taken: number
}

export const keyOfHit = ({ day, area, words }: Pick<ZeroHitTable, 'day' | 'area' | 'words'>): string =>
  `${day}\n${area}\n${words}`

const forgetOldest = (map: Map<string, unknown>, most: number) => {
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}

export const createZeroHits = (secretOfDay = () => randomBytes(32)): ZeroHits => {
  const asked = new Map<string, Asked>()
  let today = { day: 0, secret: secretOfDay(), wordsOf: new Map<string, number>() }

  const clientOf = (address: string): string =>
    createHmac('sha256', today.secret).update(clientAt(address).client).digest('base64').slice(0, 16)

  const mayBring = (client: string): boolean => {
    const words = today.wordsOf.get(client) ?? 0
    if (words >= mostOfClient) return false
    today.wordsOf.set(client, words + 1)
    forgetOldest(today.wordsOf, mostCounted)
    return true
  }

  return {
    note({ area, words, typed, address }, now) {
      const day = dayNumber(now)
      if (day !== today.day) today = { day, secret: secretOfDay(), wordsOf: new Map() }
      const key = keyOfHit({ day, area, words })
      const client = clientOf(address)
      const known = asked.get(key)
      if (known?.clients.has(client) || (known?.clients.size ?? 0) >= mostClients || !mayBring(client)) return
      asked.delete(key)
      asked.set(key, known ?? { day, area, words, typed, clients: new Set(), taken: 0 })
      asked.get(key)?.clients.add(client)
      forgetOldest(asked, mostWords)
    },
    take(now) {
      const day = dayNumber(now)
      const due: ZeroHitTable[] = []
      for (const [key, hit] of asked) {
        const { clients, taken, ...row } = hit
        if (clients.size >= leastClients && clients.size > taken) {
          due.push({ ...row, clients: clients.size - taken })
          hit.taken = clients.size
        }
        if (row.day < day) asked.delete(key)
      }
      return { today: day, due }
    },
    giveBack(due) {
      for (const hit of due) {
        const known = asked.get(keyOfHit(hit))
        if (known !== undefined) known.taken -= hit.clients
      }
    },
  }
}
