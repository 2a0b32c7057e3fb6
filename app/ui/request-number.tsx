import { createContext, use } from 'react'

const RequestNumberContext = createContext<string | undefined>(undefined)

export const RequestNumber = RequestNumberContext.Provider

/** The request's number, to quote to the shop; hydration keeps what the server rendered. */
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
