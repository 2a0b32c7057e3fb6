import type { Acknowledged } from './acknowledged.ts'
import type { HeldShop } from './held-shop.ts'

export interface Losses {
  /** What was acknowledged or paid and is missing; one sentence each. */
  readonly lost: readonly string[]
  /** What exists more than once. */
  readonly doubled: readonly string[]
}

const countBy = (values: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

const moreThanOnce = (what: string, values: readonly string[]): string[] =>
  [...countBy(values)].filter(([, count]) => count > 1).map(([value, count]) => `${what} ${value}: ${count}`)

const lossesOfMoney = async (
  { database: { db }, provider }: HeldShop,
  { sessions, refunds: given }: Acknowledged,
) => {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'state', 'sessionId', 'openKey', 'total'])
    .execute()
  const mails = await db.selectFrom('mail').select(['kind', 'subjectKey']).execute()
  const lines = await db.selectFrom('orderLine').select('orderId').execute()
  const payments = await db.selectFrom('payment').select(['sessionId']).execute()
  const refunds = await db.selectFrom('refund').select(['id', 'providerId']).execute()
  const lost: string[] = []
  const kept = new Set(refunds.map(({ providerId }) => providerId))
  for (const refund of given) if (!kept.has(refund)) lost.push(`the refund ${refund}`)
  const ofOrder = new Set(orders.map(({ sessionId }) => sessionId))
  for (const session of sessions) if (!ofOrder.has(session)) lost.push(`the order of the page ${session}`)
  const paid = provider.sessions().filter(({ payment_status }) => payment_status === 'paid')
  for (const { id } of paid) {
    const order = orders.find(({ sessionId }) => sessionId === id)
    if (order?.state !== 'paid')
      lost.push(`the payment of ${id}: its order is ${order?.state ?? 'not there'}`)
    for (const kind of ['order_confirmation', 'owner_paid'])
      if (order && !mails.some((mail) => mail.kind === kind && mail.subjectKey.startsWith(order.id)))
        lost.push(`the mail ${kind} of ${id}`)
  }
  const halves = orders.filter(({ id }) => !lines.some(({ orderId }) => orderId === id))
  lost.push(...halves.map(({ id }) => `the lines of the order ${id}`))
  const paidIds = new Set(paid.map(({ id }) => id))
  const doubled = [
    ...moreThanOnce(
      'orders of the page',
      orders.flatMap(({ sessionId }) => sessionId ?? []),
    ),
    ...moreThanOnce(
      'open orders',
      orders.flatMap(({ openKey }) => openKey ?? []),
    ),
    ...moreThanOnce(
      'payments of',
      payments.map(({ sessionId }) => sessionId),
    ),
    ...moreThanOnce(
      'paid pages of the order',
      paid.map(({ client_reference_id }) => String(client_reference_id)),
    ),
    ...orders
      .filter(({ state, sessionId }) => state === 'paid' && !paidIds.has(sessionId ?? ''))
      .map(({ id }) => `the order ${id} is paid, and nobody paid`),
    ...moreThanOnce(
      'refunds',
      refunds.map(({ id, providerId }) => providerId ?? id),
    ),
    ...provider.invalidRequests().map(({ problem }) => `a wrong request: ${problem}`),
  ]
  return { lost, doubled }
}

const lossesOfWords = async ({ database: { db } }: HeldShop, { comments, posts, likes }: Acknowledged) => {
  const commented = await db.selectFrom('comment').select('id').execute()
  const recipes = await db.selectFrom('recipe').select(['id', 'likes']).execute()
  const liked = await db.selectFrom('recipeLike').select(['memberId', 'recipeId']).execute()
  const have = new Set([...commented, ...recipes].map(({ id }) => id))
  const likers = new Set(liked.map(({ memberId, recipeId }) => `${memberId}/${recipeId}`))
  const counts = countBy(liked.map(({ recipeId }) => recipeId))
  return {
    lost: [
      ...[...comments].filter((id) => !have.has(id)).map((id) => `the comment ${id}`),
      ...[...posts].filter((id) => !have.has(id)).map((id) => `the recipe ${id}`),
      ...[...likes].filter(([key, on]) => likers.has(key) !== on).map(([key]) => `the like ${key}`),
    ],
    doubled: recipes
      .filter(({ id, likes }) => likes !== (counts.get(id) ?? 0))
      .map(({ id, likes }) => `the likes of ${id}: ${likes} counted, ${counts.get(id) ?? 0} there`),
  }
}

/** Each paid order has its stock once, and no other order has any; refunded units are the owner's to decide. */
const lossesOfStock = async ({ database: { db } }: HeldShop) => {
  const counted = await db.selectFrom('stock').select('number').execute()
  const numbers = new Set(counted.map(({ number }) => number))
  const orders = await db.selectFrom('orders').select(['id', 'state']).execute()
  const lines = await db.selectFrom('orderLine').select(['orderId', 'number', 'quantity']).execute()
  const refunds = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.paymentIntent', 'refund.paymentIntent')
    .select('payment.orderId')
    .execute()
  const claims = await db
    .selectFrom('stockClaim')
    .select(['orderId', 'units', 'state'])
    .where('state', '!=', 'released')
    .execute()
  const givenBack = new Set(refunds.map(({ orderId }) => orderId))
  const unitsOf = (rows: ReadonlyArray<{ readonly units: number }>) =>
    rows.reduce((sum, { units }) => sum + units, 0)
  const wrong = orders.flatMap(({ id, state }) => {
    const isPaid = state === 'paid'
    const own = claims.filter((claim) => claim.orderId === id && claim.state !== 'held')
    const ordered = lines.flatMap(({ orderId, number, quantity }) =>
      orderId === id && numbers.has(number) ? [{ units: quantity }] : [],
    )
    const [has, needs] = [unitsOf(own), isPaid ? unitsOf(ordered) : 0]
    return givenBack.has(id) || has === needs
      ? []
      : [{ has, needs, said: `${id} (${state}): ${has} of ${needs}` }]
  })
  return {
    lost: wrong.filter(({ has, needs }) => has < needs).map(({ said }) => `the cloth of ${said}`),
    doubled: wrong.filter(({ has, needs }) => has > needs).map(({ said }) => `the cloth of ${said}`),
  }
}

/** An actor that only reads, to check that nothing is half written. */
export const nothingAcknowledged: Acknowledged = {
  comments: new Set(),
  posts: new Set(),
  sessions: new Set(),
  refunds: new Set(),
  likes: new Map(),
}

/** Once every event is delivered: what differs from what was acknowledged. */
export const lossesOf = async (shop: HeldShop, acknowledged: Acknowledged): Promise<Losses> => {
  const all = [
    await lossesOfMoney(shop, acknowledged),
    await lossesOfStock(shop),
    await lossesOfWords(shop, acknowledged),
  ]
  return { lost: all.flatMap(({ lost }) => lost), doubled: all.flatMap(({ doubled }) => doubled) }
}

/** Mails that never arrived, and mails that arrived twice with one Message-ID (SMTP cannot tell whether one has arrived). */
export const lossesOfMails = async ({ database: { db }, mails }: HeldShop): Promise<Losses> => {
  const rows = await db.selectFrom('mail').select(['id', 'messageId', 'state']).execute()
  const came = mails.received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim() ?? '')
  const counts = countBy(came)
  return {
    lost: rows
      .filter(({ messageId, state }) => state !== 'sent' || !counts.has(messageId))
      .map(({ id, state }) => `the mail ${id} is ${state}`),
    doubled: moreThanOnce('mail', came),
  }
}
