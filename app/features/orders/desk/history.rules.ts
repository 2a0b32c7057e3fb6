import { inYen } from '~/features/orders/money.rules.ts'
import { factOf, type ToldActs, textOfFact } from '~/kernel/facts.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { reviewFact } from '../facts.rules.ts'
import type { OrderEvent } from '../types.ts'
import { eventText } from './owner.texts.ts'
import type { HistoryEntry } from './types.ts'

export interface LoggedAct {
  readonly id: string
  readonly happenedAt: number
  readonly actorName: string
  readonly actorRole: 'owner' | 'packer' | 'machine'
  readonly act: string
  readonly before: unknown
  readonly after: unknown
}

const whoNames: Readonly<Record<string, string>> = {
  shopper: 'お客様',
  owner: 'お店のコンピューター',
  'payment-webhook': '決済サービス',
  reconciliation: '決済サービスとの照合',
}

const changesOf = (acts: ToldActs, { act, before, after }: LoggedAct): HistoryEntry['changes'] => {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return Object.keys({ ...was, ...is }).flatMap((field) => {
    const fact = factOf(acts, act, field)
    const shown = (value: unknown) => textOfFact(fact, value) || '（なし）'
    const change = { before: shown(was[field]), after: shown(is[field]) }
    return fact == null || change.before === change.after ? [] : [{ name: fact.label, ...change }]
  })
}

const packersEvents: readonly string[] = ['placed', 'paid', 'shipped', 'restored']

/** The provider's ids, which are shown with the payments instead. */
const machineId = /^(?:[a-z_]+ )?[a-z]{2,4}_\w+$/
/** Yen, with or without the provider's currency code. */
const sum = /^(\d{1,9})(?: \w+)?$/
const parcelEvents: readonly string[] = ['shipped', 'parcel', 'unshipped']

const detailText = (what: string, detail: string | null): string => {
  if (detail === null || machineId.test(detail)) return ''
  const yen = parcelEvents.includes(what) ? undefined : sum.exec(detail)?.[1]
  if (yen !== undefined) return ` ${inYen(Number(yen))}`
  return what === 'needs_review' ? `：${textOfFact(reviewFact, detail)}` : ` ${detail}`
}

/** How far apart an act and its event may be that the release before has written, which did not join them (N70). */
const sameMomentMs = 2_000

/** Events and the desk's acts with their changes, oldest first (N1). */
export const historyOf = (
  events: readonly OrderEvent[],
  acts: readonly LoggedAct[],
  role: 'owner' | 'packer',
  known: ToldActs,
): HistoryEntry[] => {
  const isOwner = role === 'owner'
  // Packers see nothing about money, e-mail or the content of addresses.
  const told = acts.filter(({ act }) => isOwner || known.get(act)?.packersSee === true)
  const isAct = ({ happenedAt, actor, auditId }: OrderEvent) =>
    acts.some((act) =>
      auditId !== null
        ? act.id === auditId
        : (act.actorName === '' ? 'owner' : act.actorName) === actor &&
          Math.abs(act.happenedAt - happenedAt) < sameMomentMs,
    )
  const entries: HistoryEntry[] = [
    ...events
      .filter((event) => !isAct(event) && (isOwner || packersEvents.includes(event.what)))
      .map(({ happenedAt, what, actor, detail }) => ({
        at: happenedAt,
        who: whoNames[actor] ?? actor,
        what: `${eventText(what)}${isOwner ? detailText(what, detail) : ''}`,
        changes: [],
      })),
    ...told.map((act) => ({
      at: act.happenedAt,
      who: act.actorName === '' ? 'お店のコンピューター' : act.actorName,
      what: known.get(act.act)?.words ?? act.act,
      changes: isOwner ? changesOf(known, act) : [],
    })),
  ]
  return entries.sort((a, b) => a.at - b.at)
}
