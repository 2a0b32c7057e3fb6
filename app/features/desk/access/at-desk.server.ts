import { data } from 'react-router'
import { type DeskPerson, isShopOwner } from '~/kernel/actor.ts'
import type { RequestContext } from '~/server/app-context.ts'

/** The desk person who asks; throws a 404 for everybody else. */
export const personAtDesk = ({ actor }: Pick<RequestContext, 'actor'>): DeskPerson => {
  if (actor.kind !== 'desk') throw data(null, { status: 404 })
  return actor
}

/** The owner who asks; throws a 404 for everybody else, packers included. */
export const ownerAtDesk = (ctx: Pick<RequestContext, 'actor'>): DeskPerson => {
  const person = personAtDesk(ctx)
  if (!isShopOwner(person)) throw data(null, { status: 404 })
  return person
}
