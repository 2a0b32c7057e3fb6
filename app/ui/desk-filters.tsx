import { Form, Link } from 'react-router'
import { filtersFor, type ListAsked, type ListFilter, listAddress } from '~/kernel/desk-list.ts'
import { formatNumber } from '~/kernel/money.ts'
import { Button } from './button.tsx'
import { DeskMore } from './desk-page.tsx'
import css from './desk-table.module.css'
import { type ListPlace, linkTo } from './list-declaration.ts'
import { Notice } from './notice.tsx'
import { NameView, OwnViews } from './own-views.tsx'

function Field({ filter, value }: { readonly filter: ListFilter; readonly value: string }) {
  const { key, name, kind } = filter
  // A mounted field keeps its text although its address is another one.
  const field = { name: key, key: `${key} ${value}` }
  if (kind === 'flag')
    return (
      <label className={css.flag}>
        <input type="checkbox" value="1" defaultChecked={value === '1'} {...field} key={field.key} />
        {name}
      </label>
    )
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control is one of two
    <label>
      <span>{name}</span>
      {kind === 'choice' ? (
        <select defaultValue={value} name={key} key={field.key}>
          <option value="">すべて</option>
          {filter.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.name}
            </option>
          ))}
        </select>
      ) : (
        <input
          type={kind === 'day' ? 'date' : 'text'}
          inputMode={kind === 'yen' ? 'numeric' : undefined}
          defaultValue={value}
          name={key}
          key={field.key}
        />
      )}
    </label>
  )
}

const told = (filter: ListFilter, value: string): string => {
  if (filter.kind === 'flag') return filter.name
  if (filter.kind === 'choice') return filter.choices.find((choice) => choice.value === value)?.name ?? value
  return `${filter.name} ${filter.kind === 'yen' ? `${formatNumber(Number(value))}円` : value}`
}

/** On a phone, which has no fields but days: what a list is narrowed by, with what takes each away. Everywhere: what is no filter of it (P24). */
function Chosen({
  filters,
  asked,
  place,
}: {
  readonly filters: readonly ListFilter[]
  readonly asked: ListAsked
  readonly place: ListPlace
}) {
  const chosen = filters.flatMap((filter) => {
    const value = asked.filters[filter.key]
    return value === undefined || filter.kind === 'day' ? [] : [{ filter, value }]
  })
  return (
    <>
      {asked.unknown.length === 0 ? null : (
        <Notice>
          {asked.unknown.map((name) => `「${name}」`).join('')}は読めなかったので、しぼっていません。
        </Notice>
      )}
      {chosen.length === 0 ? null : (
        <ul aria-label="しぼりこみ" className={css.chosen}>
          {chosen.map(({ filter, value }) => {
            const { [filter.key]: _, ...rest } = asked.filters
            return (
              <li key={filter.key}>
                <Link to={linkTo(place, asked, { filters: rest })} className="tap" preventScrollReset>
                  {told(filter, value)} ×<span className="visually-hidden">（外す）</span>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

/** Her own views of a list, and its filters: from 768 px, with `onPhone` on every screen, as a form that works without script; what is chosen stands on a phone too. */
export function DeskFilters({
  filters: all,
  isOwner,
  asked,
  place,
  onPhone = false,
}: {
  readonly filters: readonly ListFilter[]
  readonly isOwner: boolean
  readonly asked: ListAsked
  readonly place: ListPlace
  readonly onPhone?: boolean
}) {
  const filters = filtersFor(all, isOwner)
  const isNarrowed = Object.keys(asked.filters).length > 0
  return (
    <>
      <OwnViews />
      <DeskMore name="しぼりこむ" isOpen={isNarrowed} className={onPhone ? css.narrowToo : css.narrow}>
        <Form action={place.path} className={css.filters} preventScrollReset>
          {[...Object.entries(place.kept), ...listAddress(asked, { filters: {} })].map(([name, value]) =>
            value === '' ? null : <input key={name} type="hidden" name={name} value={value} />,
          )}
          {filters.map((filter) => (
            <Field key={filter.key} filter={filter} value={asked.filters[filter.key] ?? ''} />
          ))}
          <Button type="submit" look="secondary">
            しぼる
          </Button>
          {isNarrowed ? (
            <Link to={linkTo(place, asked, { filters: {} })} preventScrollReset>
              すべて外す
            </Link>
          ) : null}
        </Form>
      </DeskMore>
      <Chosen filters={filters} asked={asked} place={place} />
      <NameView />
    </>
  )
}
