import { createContext, type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { href } from '~/href.ts'
import type { DeskCard, DeskCardList, DeskPlace } from '~/kernel/desk-card.ts'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { type TodayFact, waitingAt } from '../places.rules.ts'
import css from './desk-cards.module.css'

const CardsContext = createContext<readonly DeskCard[]>([])
/** Passes the cards read by the desk's layout to its pages. */
export const DeskCards = CardsContext.Provider

/** What the bar counts at `place`. */
export const useWaitingAt = (place: DeskPlace): number => waitingAt(useContext(CardsContext), place)

/** A heading for each reason, and each thing with the way to where it is mended (N93). */
export function DeskCardLists({ lists }: { readonly lists: readonly DeskCardList[] }) {
  if (lists.length === 0) return <EmptyBox said="いま用事はありません。" />
  return lists.map(({ card, rows }) => <CardList key={card.kind} card={card} rows={rows} />)
}

function CardList({ card: { kind, text, count, unit, note, to }, rows }: DeskCardList) {
  const more = (count ?? 0) - rows.length
  return (
    <section className="stack-3" aria-labelledby={kind}>
      <h2 id={kind}>{count === null ? text : `${text} ${count}${unit}`}</h2>
      {count === null ? <p className={css.unread}>読めませんでした</p> : null}
      {note === '' ? null : <p>{note}</p>}
      {rows.length === 0 ? null : (
        <ul className={css.cards}>
          {rows.map((row) => (
            <li key={row.key} className={css.card}>
              <Link to={row.to} className={css.line}>
                <span className={css.words}>
                  <span>{row.text}</span>
                  <span className="small">{row.note}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && to !== null ? (
        <p>
          <Link to={to}>{`ほか${more}${unit}も見る`}</Link>
        </p>
      ) : null}
    </section>
  )
}

/** Urgent cards, the main button, then the other cards. */
export function TodaysCards({ day }: { readonly day: string }) {
  const cards = useContext(CardsContext).filter(({ count }) => count !== 0)
  const of = (tone: DeskCard['tone']) => cards.filter((card) => card.tone === tone)
  const isDone = cards.every(({ waits, count }) => waits && count !== null)
  return (
    <div className="stack-4">
      <p className={css.day}>{day}</p>
      <Cards label="急ぎの用事" cards={of('red')} />
      {of('main').map((card) => (
        <MainCard key={card.kind} {...card} />
      ))}
      {isDone ? <EmptyBox said="きょうの用事は終わりました。" /> : null}
      <Cards label="ほかの用事" cards={of('plain')} />
    </div>
  )
}

function Cards({ label, cards }: { readonly label: string; readonly cards: readonly DeskCard[] }) {
  if (cards.length === 0) return null
  return (
    <ul aria-label={label} className={css.cards}>
      {cards.map((card) => (
        <li key={card.kind} className={`${css.card} ${card.tone === 'red' ? css.red : ''}`}>
          <Target to={card.to} className={css.line ?? ''}>
            <span className={css.words}>
              <span className={css.text}>{card.text}</span>
              {card.note === '' ? null : <span className="small">{card.note}</span>}
            </span>
            <Count {...card} />
          </Target>
        </li>
      ))}
    </ul>
  )
}

function MainCard(card: DeskCard) {
  if (card.count === null) return <Cards label="発送" cards={[{ ...card, tone: 'plain' }]} />
  return (
    <p className={css.mainLine}>
      <Target to={card.to} className={css.main ?? ''}>
        {card.text} {card.count}
        {card.unit}
      </Target>
    </p>
  )
}

function Count({ count, unit }: Pick<DeskCard, 'count' | 'unit'>) {
  if (count === null) return <span className={css.unread}>読めませんでした</span>
  return (
    <span className={css.count}>
      {count}
      <span className={css.unit}>{unit}</span>
    </span>
  )
}

function Target({
  to,
  className,
  children,
}: {
  readonly to: string | null
  readonly className: string
  readonly children: ReactNode
}) {
  if (to === null) return <span className={className}>{children}</span>
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  )
}

export function DayFacts({ facts }: { readonly facts: readonly TodayFact[] }) {
  if (facts.length === 0) return null
  return (
    <>
      <dl className={`${css.facts} ${facts.every(({ isOfWeek }) => isOfWeek) ? css.ofWeek : ''}`}>
        {facts.map(({ name, value, isOfWeek = false }) => (
          <div key={name} className={isOfWeek ? css.ofWeek : undefined}>
            <dt>{name}</dt>
            <dd>{value ?? '読めませんでした'}</dd>
          </div>
        ))}
      </dl>
      <p>
        <Link to={href('/admin/sales')}>月の売上を見る</Link>
      </p>
    </>
  )
}
