import { createContext, use } from 'react'

const RequestNumberContext = createContext<string | undefined>(undefined)

/** Hands the request's number to the page while the server draws it; the browser has none. */
export const RequestNumber = RequestNumberContext.Provider

/** The number to quote to the shop when something failed. What the server wrote stays, for the browser knows no other. */
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
