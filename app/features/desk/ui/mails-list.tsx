import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { ButtonLink } from '~/ui/button.tsx'
import type { DeskList } from '~/ui/list-declaration.ts'
import type { MailFilterKey, MailSort, UndeliveredMail } from '../mails.rules.ts'

const stateCell = ({ isDead, attempts, why }: UndeliveredMail) => (
  <>
    {isDead ? '届けられませんでした' : `待っています（${attempts}回試しました）`}
    {why.text === '' ? '' : `：${why.text}`}
    {why.said === '' ? null : (
      <small>
        {' '}
        エラーの内容：<span lang="en">{why.said}</span>
      </small>
    )}
  </>
)

const openOnPhone = ({ orderNumber }: UndeliveredMail) =>
  orderNumber === null ? null : (
    <ButtonLink look="secondary" to={href('/admin/orders/:number', { number: orderNumber })}>
      注文 {orderNumber} を開く
    </ButtonLink>
  )

/** 届いていないメール as a list of the desk; a row leads to its order. */
export const mailsList: DeskList<UndeliveredMail, MailSort, MailFilterKey> = {
  name: '届いていないメール',
  mark: 'order',
  keyOf: ({ id }) => id,
  markOf: ({ isSentAgain, orderNumber }) => (isSentAgain ? orderNumber : null),
  markName: ({ subject, recipient }) => `${recipient} ${subject}`,
  to: ({ orderNumber }) =>
    orderNumber === null ? null : href('/admin/orders/:number', { number: orderNumber }),
  linkText: ({ orderNumber }) => `注文 ${orderNumber}`,
  columns: [
    {
      ...{ key: 'subject', name: '件名', sorts: 'asc', lines: 'several' },
      phone: { place: 'title', shows: ({ subject }) => <strong>{subject}</strong> },
      cell: ({ subject }) => subject,
    },
    {
      ...{ key: 'recipient', name: 'あて先', sorts: 'asc' },
      phone: {
        place: 'second',
        shows: (row) => <span className="small">{`${row.recipient} ・ ${deskMoment(row.createdAt)}`}</span>,
      },
      cell: ({ recipient }) => recipient,
    },
    {
      ...{ key: 'at', name: '日時', sorts: 'desc', lines: 'one' },
      cell: ({ createdAt }) => deskMoment(createdAt),
    },
    { key: 'state', name: '状態', phone: { place: 'foot' }, cell: stateCell },
    {
      ...{
        key: 'order',
        name: '注文',
        from: 'wide',
        lines: 'one',
        phone: { place: 'foot', shows: openOnPhone },
      },
      cell: ({ orderNumber }) => orderNumber ?? '',
    },
  ],
  filters: [
    {
      ...{ key: 'state', name: '状態', kind: 'choice' },
      choices: [
        { value: 'dead', name: '届けられなかった' },
        { value: 'waiting', name: '待っている' },
      ],
    },
  ],
  acts: [{ key: 'mail', name: 'メールを送り直す', to: href('/admin/orders/marked/:act', { act: 'mail' }) }],
}
