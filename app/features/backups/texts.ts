export const restoredText = (
  takenIn: { readonly orders: number; readonly unclear: number } | null,
): string => {
  if (takenIn === null) return '控えから戻したお店です。控えのあとの支払いを、決済会社に問い合わせます'
  const { orders, unclear } = takenIn
  const rest = unclear === 0 ? '' : `。注文を作れない支払いが${unclear}件あります`
  return `控えのあとに支払われた注文を${orders}件、作り直しました。発送の記録と、お客様に送ったメールを確かめてください${rest}`
}
