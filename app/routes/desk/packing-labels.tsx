import { useState } from 'react'
import { data, Link, useNavigate } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import { NothingToShip } from '~/features/orders/desk/ui/nothing-to-ship.tsx'
import { saveLabelTexts } from '~/features/orders/parcel/commands.server.ts'
import { exportLabels } from '~/features/orders/parcel/exports.commands.server.ts'
import {
  exportAgain,
  filesOf,
  labelPage,
  labelQuestion,
} from '~/features/orders/parcel/labels.queries.server.ts'
import {
  type Exported,
  formatNames,
  type Label,
  type LabelChoice,
  type LabelFormat,
  type LabelProblem,
  labelFormats,
  mostLabels,
  rowsPerFile,
  serviceNames,
  serviceOf,
  usualService,
  type YamatoService,
  yamatoServices,
} from '~/features/orders/parcel/labels.rules.ts'
import { markedNotToShip } from '~/features/orders/parcel/left-out.queries.server.ts'
import { markedIn, markedParameter } from '~/features/orders/parcel/marked.rules.ts'
import { leftOut } from '~/features/orders/parcel/texts.ts'
import { OrderChoices } from '~/features/orders/parcel/ui/choices.tsx'
import { LabelCorrections } from '~/features/orders/parcel/ui/label-corrections.tsx'
import { FilesAgain, SavedFiles } from '~/features/orders/parcel/ui/label-files.tsx'
import css from '~/features/orders/parcel/ui/labels.module.css'
import { MarkedNotice } from '~/features/orders/parcel/ui/marked-notice.tsx'
import { PageLinks, pageParameter } from '~/features/orders/parcel/ui/page-links.tsx'
import { ShippedDays } from '~/features/orders/parcel/ui/shipped-days.tsx'
import { href } from '~/href.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { withHonorific } from '~/kernel/honorific.ts'
import type { AppContext } from '~/server/app-context.ts'
import { appContext } from '~/services.server.ts'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { LeftOutNotice } from '~/ui/left-out.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/packing-labels'

/** Where none of the orders is of the chosen kind. */
const nothingChosen = {
  new: 'まだファイルにしていない注文はありません。もう一度ファイルにするときは「すべて」から選んでください。',
  ticked: 'すべて「入れた」になっている注文はありません。',
  all: '送り状にするものはありません。',
  none: '送り状にするものはありません。',
} as const satisfies Readonly<Record<LabelChoice, string>>

interface Asked {
  readonly format: LabelFormat
  readonly date: string
  /** '' for the orders to ship. */
  readonly from: string
  readonly to: string
  readonly which: LabelChoice | ''
  /** Marked in a list; '' for none. */
  readonly orders: string
}

const pageOf = (asked: Asked, page = 1) =>
  href('/admin/packing/labels', { ...asked, page: pageParameter(page) })

interface Row {
  readonly label: Label
  readonly problems: readonly LabelProblem[]
  readonly exported: Exported | null
}

/** An order to choose, and for B2 the kind of its parcel. */
function LabelRow({
  row: { label, problems, exported },
  format,
  isChosen,
  onChosen,
  service,
  onService,
}: {
  readonly row: Row
  readonly format: LabelFormat
  readonly isChosen: boolean
  readonly onChosen: (isChosen: boolean) => void
  readonly service: YamatoService
  readonly onService: (service: YamatoService | undefined) => void
}) {
  const { number, name, postalCode, address, building } = label
  return (
    <li className={css.pick}>
      <label>
        <input
          type="checkbox"
          name="order"
          value={number}
          defaultChecked={isChosen}
          onChange={(event) => onChosen(event.currentTarget.checked)}
        />
        <span>
          <span className={css.name}>{name === '' ? number : withHonorific(name)}</span>
          <small>{number}</small>
          <small className={css.wide}>
            〒{postalCode} {address} {building}
          </small>
          {exported === null ? null : (
            <small>
              {`書き出し済み ${deskMoment(exported.at)}${exported.format === null ? '' : `・${formatNames[exported.format]}`}`}
            </small>
          )}
          {problems.length === 0 ? null : <small className={css.warning}>直すところがあります</small>}
        </span>
      </label>
      {format === 'b2' ? (
        <select
          name={`service:${number}`}
          value={service}
          aria-label={`荷物の種類（${number}）`}
          onChange={(event) => onService(serviceOf(event.currentTarget.value))}
        >
          {yamatoServices.map((each) => (
            <option key={each} value={each}>
              {serviceNames[each]}
            </option>
          ))}
        </select>
      ) : null}
    </li>
  )
}

/** The chosen orders and the button that saves what the select beside it shows. */
function LabelForm({
  asked,
  rows,
  which,
  usual,
  asks,
  requestId,
  answer,
}: {
  readonly asked: Asked
  readonly rows: readonly Row[]
  readonly which: LabelChoice
  readonly usual: YamatoService
  readonly asks: boolean
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  const own = answer?.act === 'export' ? answer : undefined
  const [off, setOff] = useState<ReadonlySet<string>>(
    new Set(which === 'none' ? rows.map(({ label }) => label.number) : []),
  )
  const [format, setFormat] = useState(asked.format)
  const [services, setServices] = useState<Readonly<Record<string, YamatoService>>>({})
  const navigate = useNavigate()
  const serviceOfRow = ({ label: { number, service } }: Row) => services[number] ?? service ?? usual
  const chosen = rows.filter(({ label }) => !off.has(label.number))
  const kinds = yamatoServices.flatMap((kind) => {
    const count = chosen.filter((row) => serviceOfRow(row) === kind).length
    return count === 0 ? [] : `${serviceNames[kind]} ${count}件`
  })
  const needsProof = asks || own?.asksConfirmation === true
  const choose = (number: string) => (isOn: boolean) =>
    setOff((before) => new Set(isOn ? [...before].filter((each) => each !== number) : [...before, number]))
  return (
    <DeskForm
      requestId={own?.requestId ?? `${requestId}-export`}
      answer={own}
      failed="ファイルを作れませんでした。"
      {...(format === 'b2' && kinds.length > 0 ? { sentence: kinds.join('・') } : {})}
      button={`選んだ${chosen.length}件を${formatNames[format]}のファイルに保存する`}
      busy="作っています…"
      sticks={needsProof ? false : 'rows'}
      decides={
        <>
          <div className={css.decides}>
            <label>
              送り状の種類
              <select
                name="format"
                value={format}
                onChange={(event) => {
                  const picked = labelFormats.find((each) => each === event.currentTarget.value)
                  if (picked === undefined) return
                  setFormat(picked)
                  void navigate(pageOf({ ...asked, which, format: picked }), {
                    replace: true,
                    preventScrollReset: true,
                  })
                }}
              >
                {labelFormats.map((each) => (
                  <option key={each} value={each}>
                    {formatNames[each]}
                  </option>
                ))}
              </select>
            </label>
            <label>
              発送する日
              <input type="date" name="date" defaultValue={asked.date} />
            </label>
            <p className={css.wide}>
              {chosen.length === 0
                ? '選んだ注文はありません。'
                : `ファイルは${Math.ceil(chosen.length / rowsPerFile[format])}つになります（1つに${rowsPerFile[format]}件まで）。`}
            </p>
          </div>
          <ConfirmAgain asks={needsProof} errors={own?.errors} />
        </>
      }
    >
      <input type="hidden" name="act" value="export" />
      <ul className={css.picks}>
        {rows.map((row) => (
          <LabelRow
            key={row.label.number}
            row={row}
            format={format}
            isChosen={which !== 'none'}
            onChosen={choose(row.label.number)}
            service={serviceOfRow(row)}
            onService={(service) =>
              setServices((before) => ({ ...before, [row.label.number]: service ?? usual }))
            }
          />
        ))}
      </ul>
    </DeskForm>
  )
}

const askedIn = (query: URLSearchParams) => ({
  from: query.get('from') ?? '',
  to: query.get('to') ?? '',
  orders: markedParameter(markedIn(query)),
})

/** The orders of the chosen days and their labels; 404 for days that this person may not see. */
export const loader = async ({ url: { searchParams: query }, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { actor } = ctx
  const question = actor.kind === 'desk' ? labelQuestion(query, actor, ctx.now()) : null
  if (question === null) throw data(null, { status: 404 })
  const { format, date, asksAgain, which } = question
  const { parcels } = ctx.settings
  return {
    asked: { format, date, ...askedIn(query), which: which ?? '' } as const,
    isOwner: isShopOwner(actor),
    asksAgain,
    usual: usualService(parcels.yamatoKind),
    hasCustomer: parcels.yamatoCustomer !== null,
    labels: await labelPage(ctx, question),
    notThere: leftOut(await markedNotToShip(ctx, personAtDesk(ctx), question.marked ?? null)),
    again: actor.kind === 'desk' ? await againOf(ctx, actor, query) : null,
    requestId: ctx.newId(),
  }
}

/** The file that the address names, which is made again. */
const againOf = async (ctx: AppContext, actor: DeskActor, query: URLSearchParams) => {
  const id = query.get('export')
  const again = id === null ? undefined : await exportAgain(ctx, actor, id)
  if (id === null || again === undefined) return null
  const { labels, left } = again
  const { date, files } = filesOf(ctx, again, query.get('date') ?? '')
  return { id, date, files: files.length, count: labels.length, left }
}

/** Puts the chosen orders into a file, or stores corrected label texts. */
export const action = ({ request, url: { searchParams: query }, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const { actor } = ctx
  const question = actor.kind === 'desk' ? labelQuestion(query, actor, ctx.now()) : null
  if (question === null) throw data(null, { status: 404 })
  const { days, format, date } = question
  const here = pageOf({ format, date, ...askedIn(query), which: question.which ?? '' })
  return deskAction(ctx, request, {
    texts: press(saveLabelTexts, {
      at: {},
      done: ({ refused }) =>
        refused.length === 0 ? here : { status: 409, answer: { left: leftOut(refused) } },
    }),
    export: press(exportLabels, {
      at: { days },
      done: (saved) => ({ status: 200, answer: {}, more: { saved } }),
    }),
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function PackingLabels({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, labels, notThere, again, isOwner, asksAgain, usual, hasCustomer, requestId } = loaderData
  const { which, counts, rows, bad, page, pages, signs } = labels
  const given = useLastAnswer(actionData)
  const answer = given?.left === undefined ? given : undefined
  const isAgain = asked.from !== '' || asked.to !== ''
  return (
    <DeskPage title="送り状" back={href('/admin/packing')}>
      <LeftOutNotice left={given?.left} />
      {given === undefined ? <LeftOutNotice left={notThere} /> : null}
      <MarkedNotice
        marked={asked.orders === '' ? null : asked.orders.split(',')}
        all={href('/admin/packing/labels')}
      />
      {answer?.more === undefined ? (
        again === null || given !== undefined ? null : (
          <FilesAgain again={again} />
        )
      ) : (
        <SavedFiles saved={answer.more.saved} />
      )}
      {counts.all === 0 ? null : (
        <OrderChoices
          which={which}
          shown={isAgain ? ['all', 'new', 'none'] : ['new', 'ticked', 'all', 'none']}
          counts={counts}
          to={(other) => pageOf({ ...asked, which: other })}
        />
      )}
      {labels.total === 0 && !labels.isTooMany ? (
        counts.all === 0 ? (
          <NothingToShip said="送り状にするものはありません。">
            お支払いが済んだ注文が、ここに並びます。選んだ注文のお届け先を、運送会社のファイルにします。
          </NothingToShip>
        ) : (
          <p>{nothingChosen[which]}</p>
        )
      ) : null}
      {labels.isTooMany ? (
        <Notice kind="error">{mostLabels}件を超えています。日にちを分けてください。</Notice>
      ) : null}
      {signs.length === 0 ? null : (
        <Notice kind="error">
          お店の設定の送り主か内容品に、送り状に印刷できない文字があります：{signs.join('')}
        </Notice>
      )}
      {labels.senderFits ? null : (
        <Notice kind="error">お店の設定の送り主が、佐川の欄（全角16文字を2行）に入りません。</Notice>
      )}
      {asked.format !== 'b2' || hasCustomer ? null : (
        <Notice>
          請求先顧客コードと運賃管理番号は空のままにします（B2クラウドの設定が使われます）。書き入れるときは、
          {isOwner ? (
            <>
              <Link to={href('/admin/settings/:part', { part: 'parcels' })}>お店の設定の「送り状」</Link>
              にお客様コードを入れてください。
            </>
          ) : (
            'お店の方に、お店の設定の「送り状」でお客様コードを入れてもらってください。'
          )}
        </Notice>
      )}
      <LabelCorrections rows={bad} requestId={requestId} answer={answer} />
      {rows.length === 0 ? null : (
        <div className={css.sideBySide}>
          <LabelForm
            key={`${which} ${page} ${isAgain}`}
            asked={asked}
            rows={rows}
            which={which}
            usual={usual}
            asks={asksAgain}
            requestId={requestId}
            answer={answer}
          />
        </div>
      )}
      <PageLinks
        label="送り状のページ"
        page={page}
        pages={pages}
        to={(other) => pageOf({ ...asked, which }, other)}
      />
      <ShippedDays key={`${asked.from} ${asked.to}`} asked={asked} isOwner={isOwner} />
    </DeskPage>
  )
}
