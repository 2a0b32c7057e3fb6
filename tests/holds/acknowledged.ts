import { randomUUID } from 'node:crypto'
import type { HeldShop } from './held-shop.ts'
import type { Chance } from './holds-run.ts'
import { comment, like, post, press, type Visit } from './visits.ts'

/** What the shop has acknowledged, and so must keep whatever happens. */
export interface Acknowledged {
  readonly comments: Set<string>
  readonly posts: Set<string>
  /** Sessions of the payment pages that it opened. */
  readonly sessions: Set<string>
  /** Refunds made in the provider's dashboard; the shop learns of them by events. */
  readonly refunds: Set<string>
  /** By member and recipe; without those whose last tap was not answered. */
  readonly likes: Map<string, boolean>
}

interface Attempt {
  readonly kind: string
  /** The same body each time it is sent, as from a browser that got no answer. */
  readonly send: () => Promise<Visit>
  readonly answered: (answer: Visit) => boolean
}

const isOk = ({ status }: Visit) => status >= 200 && status < 400

/**
 * Members and shoppers who write at the same time, each one thing after the other. What got no answer is sent again, in the next round
 * too. `until` ends the round.
 */
export const writers = (shop: HeldShop, chance: Chance, count = 8) => {
  const acknowledged: Acknowledged = {
    comments: new Set(),
    posts: new Set(),
    sessions: new Set(),
    refunds: new Set(),
    likes: new Map(),
  }
  const unanswered: Attempt[][] = Array.from({ length: count }, () => [])
  const answers: Record<string, number> = {}
  const unexpected: string[] = []

  const newAttempt = (writer: number): Attempt => {
    const own = shop.members.filter((_, at) => at % count === writer)
    const [member, recipe, id] = [chance.of(own), chance.of(shop.recipes), randomUUID()]
    const kind = chance.of(['like', 'like', 'comment', 'comment', 'post', 'checkout', 'checkout'] as const)
    if (kind === 'comment')
      return {
        kind,
        send: () => comment(shop, member, recipe, id),
        answered: (answer) => isOk(answer) && Boolean(acknowledged.comments.add(id)),
      }
    if (kind === 'post')
      return {
        kind,
        send: () => post(shop, member, id),
        answered: (answer) => isOk(answer) && Boolean(acknowledged.posts.add(id)),
      }
    if (kind === 'checkout') {
      return {
        kind,
        send: () => press(shop, id),
        answered: (answer) => {
          const session = /cs_test_\w+/.exec(answer.body)?.[0]
          return session !== undefined && Boolean(acknowledged.sessions.add(session))
        },
      }
    }
    const key = `${member.id}/${recipe}`
    const on = chance.next() < 0.7
    return {
      kind,
      send: () => {
        acknowledged.likes.delete(key)
        return like(shop, member, recipe, on)
      },
      answered: (answer) => isOk(answer) && Boolean(acknowledged.likes.set(key, on)),
    }
  }

  /** Another actor may have paid or closed it. */
  const pay = async (session: string, givesBack: boolean) => {
    try {
      await shop.provider.pay(session)
      if (givesBack) acknowledged.refunds.add(await shop.provider.refund(session))
    } catch {}
  }

  const write = async (writer: number, isOver: () => boolean) => {
    const again = unanswered[writer] ?? []
    while (!isOver()) {
      const attempt = again.shift() ?? newAttempt(writer)
      const answer = await attempt.send()
      const name = `${attempt.kind} ${answer.status}`
      answers[name] = (answers[name] ?? 0) + 1
      if (answer.status === 500) unexpected.push(answer.body)
      if (!attempt.answered(answer) && (answer.status === 0 || answer.status >= 500)) {
        again.unshift(attempt)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      const session = [...acknowledged.sessions].at(-1) ?? ''
      if (answer.body.includes('"url"') && chance.next() < 0.8) await pay(session, chance.next() < 0.2)
    }
  }
  return {
    acknowledged,
    answers,
    /** The bodies of all answers with 500; an unavailable service must be answered with 503. */
    unexpected,
    until: (isOver: () => boolean) =>
      Promise.all(unanswered.map((_, writer) => write(writer, isOver))).then(() => undefined),
  }
}
