import { Link } from 'react-router'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { documentName, documentNumber, type IssuedReceipt } from '../rules.ts'
import { DocumentList, IssuedDocument } from './issued-receipt.tsx'

const whoIssued = ({ issuedBy }: IssuedReceipt): string => (issuedBy === 'shopper' ? 'お客様' : issuedBy)

const standingOf = (receipt: IssuedReceipt): string =>
  `${deskMoment(receipt.issuedAt)} ${whoIssued(receipt)}が発行・${receipt.printedAt === null ? 'お客様はまだ開いていません' : `お客様は ${deskMoment(receipt.printedAt)} に開きました`}`

/** The documents of an order as the owner sees them, each with the way to its bytes. */
export function DeskReceipts({
  number,
  receipts,
}: {
  readonly number: string
  readonly receipts: readonly IssuedReceipt[]
}) {
  return (
    <DocumentList>
      {receipts.map((receipt) => {
        const document = documentNumber(receipt)
        return (
          <IssuedDocument key={document} receipt={receipt} standing={standingOf(receipt)}>
            <p>
              <Link
                className="tap"
                reloadDocument
                to={href('/admin/orders/:number/receipt/:document', { number, document })}
              >
                {documentName(receipt)}を開く
              </Link>
            </p>
          </IssuedDocument>
        )
      })}
    </DocumentList>
  )
}
