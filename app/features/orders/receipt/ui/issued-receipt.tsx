import type { ReactNode } from 'react'
import { addressedTo, documentName, type IssuedReceipt } from '../rules.ts'
import css from './issued-receipts.module.css'

/** 株式会社ぬの 御中, or that there is none. */
const nameLineText = (nameLine: string): string => {
  const { name, honorific } = addressedTo(nameLine)
  if (name === '') return '宛名なし'
  return `宛名 ${honorific === '' ? name : `${name} ${honorific}`}`
}

/** One issued document; what can be done with it stands below it. */
export function IssuedDocument({
  receipt,
  standing,
  children,
}: {
  readonly receipt: IssuedReceipt
  /** What is said of it besides. */
  readonly standing: string
  readonly children: ReactNode
}) {
  return (
    <li className={css.issued}>
      <div>
        <strong>{documentName(receipt)}</strong>
        <p>{nameLineText(receipt.nameLine)}</p>
        <p className="small">{standing}</p>
      </div>
      {children}
    </li>
  )
}

export function DocumentList({ children }: { readonly children: ReactNode }) {
  return <ul className={css.list}>{children}</ul>
}
