import { clientAt } from '../public-address.ts'

/** What one request, stream or body holds of a shared room. */
export interface TakenRoom {
  fits(amount: number): boolean
  /** Takes that much more; false when it does not fit, and then nothing is taken. */
  take(amount: number): boolean
  /** Gives back all that was taken. */
  leave(): void
  /** What its client and its network hold, each counted once. */
  weight(): number
}

export interface SharedRoom {
  /** A place of the client at `address`, which holds nothing yet. */
  place(address: string): TakenRoom
}

/**
 * A bounded room that neither a client nor a network can fill (S17). What is held counts for all, once more for its network
 * and once more for its client: one client gets a third, one network a half, two a third each, and the next finds room.
 */
export const createSharedRoom = (most: number): SharedRoom => {
  const held = new Map<string, number>()
  let together = 0
  const heldBy = (who: string) => held.get(who) ?? 0

  return {
    place(address) {
      const { client, network } = clientAt(address)
      let own = 0
      const weight = () => heldBy(client) + heldBy(network)
      const change = (amount: number) => {
        own += amount
        together += amount
        for (const who of [client, network]) {
          const left = heldBy(who) + amount
          if (left === 0) held.delete(who)
          else held.set(who, left)
        }
      }
      const fits = (amount: number) => together + weight() + amount <= most
      return {
        fits,
        take(amount) {
          if (!fits(amount)) return false
          change(amount)
          return true
        },
        leave: () => change(-own),
        weight,
      }
    },
  }
}
