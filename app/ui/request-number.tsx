import { createContext, use } from 'react'

const RequestNumberContext = createContext<string | undefined>(undefined)

/** The request's number, given while the server renders; the browser has none. */
export const RequestNumber = RequestNumberContext.Provider

/** The number to quote to the shop; what the server rendered stays. */
export function RequestNumberNote() {
  const requestNumber = use(RequestNumberContext)
  return (
    <p>
      <small suppressHydrationWarning>
        {requestNumber === undefined ? '' : `お問い合わせ番号：${requestNumber}`}
      </small>
    </p>
  )
}
