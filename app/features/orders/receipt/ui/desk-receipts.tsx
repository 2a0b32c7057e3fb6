import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { documentName, documentNumber, type IssuedReceipt } from '../rules.ts'
import { DocumentList, IssuedDocument } from './issued-receipt.tsx'

const whoIssued = ({ issuedBy }: IssuedReceipt): string => (issuedBy === 'shopper' ? 'お客様' : issuedBy)

const standingOf = (receipt: IssuedReceipt): string =>
  `${deskMoment(receipt.issuedAt)} ${whoIssued(receipt)}が発行・${receipt.printedAt === null ? 'まだ印刷していません' : `${deskMoment(receipt.printedAt)} に印刷のために開きました`}`

/** The documents of an order as the owner sees them, each with the way to its bytes; `below` is what else can be done with one. */
export function DeskReceipts({
  number,
  receipts,
  below,
}: {
  readonly number: string
  readonly receipts: readonly IssuedReceipt[]
  readonly below?: (receipt: IssuedReceipt) => ReactNode
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
            {below?.(receipt)}
          </IssuedDocument>
        )
      })}
    </DocumentList>
  )
}
