import { refundsThatCount } from './money.rules.ts'

/** A refund as one of those that were tried in each other's place. */
export interface Attempt {
  readonly id: string
  readonly state: string
  readonly insteadOf: string | null
  /** Since when a failed one is not owed any more, in epoch ms. */
  readonly droppedAt: number | null
}

/** Whether a refund in this state arrived or is on its way. */
export const counts = (state: string): boolean => refundsThatCount.some((each) => each === state)

/**
 * Whether this refund failed and its money is still owed (N156): what went in its place stands in its stead, whether it fails as well or not,
 * unless it was withdrawn.
 */
export const isOwed = ({ id, state, droppedAt }: Attempt, all: readonly Attempt[]): boolean =>
  state === 'failed' &&
  droppedAt === null &&
  !all.some((each) => each.insteadOf === id && each.state !== 'canceled')

/** A refund, and behind it those that were tried in its place. */
export const chainOf = <A extends Pick<Attempt, 'id' | 'insteadOf'>>(all: readonly A[], id: string): A[] => {
  const after = (of: string): A[] =>
    all.flatMap((refund) => (refund.insteadOf === of ? [refund, ...after(refund.id)] : []))
  return [...all.filter((refund) => refund.id === id), ...after(id)]
}

/** All that was tried with this refund: what it took the place of, and what took its place. */
export const chainHolding = <A extends Pick<Attempt, 'id' | 'insteadOf'>>(
  all: readonly A[],
  id: string,
): A[] => {
  const before = all.find((each) => each.id === id)?.insteadOf
  return before === null || before === undefined ? chainOf(all, id) : chainHolding(all, before)
}

/** What decides besides whether the units of a refund stay in the shop. */
export interface UnitsAttempt extends Attempt {
  /** Epoch ms. */
  readonly askedAt: number
  /** Why its owner gives it back to nobody (M50). */
  readonly forgoneBecause: string | null
}

interface Part {
  readonly refundId: string
  readonly part: string
  readonly position: number | null
  readonly units: number
  readonly amount: number
}

/** Each refund that was not tried in another's place, with those that were tried in its place. */
const chainsOf = <A extends Attempt>(all: readonly A[]): A[][] => {
  const ids = new Set(all.map(({ id }) => id))
  return all
    .filter(({ insteadOf }) => insteadOf === null || !ids.has(insteadOf))
    .map(({ id }) => chainOf(all, id))
}

/** Of each chain the most units of a line, or yen of the shipping, that a refund for which `holds` is true has: what arrives twice went back once (M52). */
export const oncePerChain = <A extends Attempt, P extends Part>(
  all: readonly A[],
  parts: readonly P[],
  holds: (attempt: A, chain: readonly A[]) => boolean,
): P[] =>
  chainsOf(all).flatMap((chain) => {
    const most = new Map<string, P>()
    for (const attempt of chain) {
      if (!holds(attempt, chain)) continue
      for (const part of parts.filter(({ refundId }) => refundId === attempt.id)) {
        const key = `${part.part} ${part.position}`
        const known = most.get(key)
        if (known === undefined || known.units + known.amount < part.units + part.amount) most.set(key, part)
      }
    }
    return [...most.values()]
  })

/** Whether it was owed at this time (epoch ms), whatever ended that since. */
const wasOwedAt = (
  { id, state, droppedAt, askedAt }: UnitsAttempt,
  chain: readonly UnitsAttempt[],
  at: number,
): boolean =>
  state === 'failed' &&
  askedAt < at &&
  (droppedAt === null || droppedAt >= at) &&
  !chain.some((later) => later.insteadOf === id && later.state !== 'canceled' && later.askedAt < at)

/** Whether it was asked for before this time (epoch ms), and what it took the place of too: a transfer is noted for the day on which it was sent, at its beginning. */
const wasAskedBefore = (
  { insteadOf, askedAt }: UnitsAttempt,
  chain: readonly UnitsAttempt[],
  at: number,
): boolean => {
  const before = chain.find(({ id }) => id === insteadOf)
  return askedAt < at && (before === undefined || wasAskedBefore(before, chain, at))
}

const isForgone = ({ forgoneBecause }: UnitsAttempt): boolean => forgoneBecause !== null

/** Whether a parcel left without its units while it was owed: they stay in the shop, in whatever form their money goes back afterwards (M53). */
const wasLeftOut = (
  attempt: UnitsAttempt,
  chain: readonly UnitsAttempt[],
  shippings: readonly number[],
): boolean => !chain.some(isForgone) && shippings.some((at) => wasOwedAt(attempt, chain, at))

/**
 * Parts that stay in the shop, or whose money another refund than `again` gives back: those that arrived or are on their way, those that
 * failed and are owed (M49), and those without which one of `shippings` (epoch ms, M53) left.
 */
export const partsStaying = <A extends UnitsAttempt, P extends Part>(
  all: readonly A[],
  parts: readonly P[],
  shippings: readonly number[] = [],
  again: string | null = null,
): P[] => {
  const others = chainsOf(all).filter((chain) => !chain.some(({ id }) => id === again))
  return oncePerChain(
    others.flat(),
    parts,
    (attempt, chain) =>
      counts(attempt.state) || isOwed(attempt, chain) || wasLeftOut(attempt, chain, shippings),
  )
}

/** Parts without which the parcel left at the last of `shippings` (epoch ms); one that was forgone before was in it, whatever came afterwards (M52). */
export const partsLeftOut = <A extends UnitsAttempt, P extends Part>(
  all: readonly A[],
  parts: readonly P[],
  shippings: readonly number[],
): P[] => {
  const left = Math.max(...shippings)
  return oncePerChain(
    all,
    parts,
    (attempt, chain) =>
      wasAskedBefore(attempt, chain, left) &&
      ((counts(attempt.state) && !chain.some(isForgone)) || wasLeftOut(attempt, chain, shippings)),
  )
}
