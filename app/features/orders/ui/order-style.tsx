import styleSheet from './order-page.css?url'

/** The looks of an order, on screen and on paper: a sheet of its own, which other pages do without. */
export function OrderStyle() {
  return <link rel="stylesheet" href={styleSheet} precedence="pages" />
}

/** The provider's number of the payment, to be quoted (S13): text that one tap selects. */
export function PaymentNumber({ sessionId }: { readonly sessionId: string }) {
  return (
    <p className="order-session order-screen">
      お問い合わせ用の決済番号：<code>{sessionId}</code>
    </p>
  )
}
