import { fieldsOf } from '~/kernel/json.ts'

/** What the shop says now of a payment; null where it cannot be asked, for a bad line must not take the page away. */
export const readPaymentStatus = async (apiBase: string, sessionId: string): Promise<unknown> => {
  try {
    const response = await fetch(
      `${apiBase}/checkout-status?${new URLSearchParams({ session_id: sessionId })}`,
    )
    return response.ok ? fieldsOf(await response.json()).status : null
  } catch {
    return null
  }
}
