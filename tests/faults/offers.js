/** Faults in what the cart foretells, in free kits, in products that are gone, and in what is confirmed before an order. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'C20: a dearer step is told from afar',
    text: 'const stepIsNear = 400',
    instead: 'const stepIsNear = 401',
  },
  {
    name: 'C20: a dearer step is told too late',
    text: 'const stepIsNear = 400',
    instead: 'const stepIsNear = 399',
  },
  {
    name: 'C20: free shipping is told as a dearer step',
    text: 'return next.fee > fee ? next : null',
    instead: 'return next',
  },
  {
    name: 'C20: an empty cart is told of a dearer step',
    text: 'if (subtotal <= 0 || below === null || below - subtotal > stepIsNear)',
    instead: 'if (below === null || below - subtotal > stepIsNear)',
  },
  {
    name: 'C20: free shipping is promised where more products cost more',
    text: 'return mayRise ? null : yen(freeFrom - subtotal)',
    instead: 'return yen(freeFrom - subtotal)',
  },
  {
    name: 'C20: a free step is told of free shipping',
    text: 'if (freeFrom === undefined || fee === 0 || subtotal >= freeFrom)',
    instead: 'if (freeFrom === undefined || subtotal >= freeFrom)',
  },
  {
    name: 'C20: free shipping is told from afar',
    text: 'missing > freeShippingIsNear ? null',
    instead: 'missing > 2 * freeShippingIsNear ? null',
  },
  {
    name: 'C19: free shipping has a price',
    text: "subtotal > 0 && shipping === 0 ? '無料' : `${formatYen(shipping)}円`",
    instead: '`${formatYen(shipping)}円`',
  },
  {
    name: 'C19: an empty cart ships for free',
    text: "subtotal > 0 && shipping === 0 ? '無料' :",
    instead: "shipping === 0 ? '無料' :",
  },
  {
    name: 'C1: fabric that is not sold any more makes kits free',
    text: 'let left = hasFabric(plain) ? quota : 0',
    instead: "let left = plain.some(({ productType }) => productType === 'fabric') ? quota : 0",
  },
  {
    name: 'C1: a kit that is not sold any more takes a free place',
    text: "item.productType === 'kit' && !item.isGone && (needsRefresh",
    instead: "item.productType === 'kit' && (needsRefresh",
  },
  {
    name: 'C5: a kit that costs nothing takes a free place',
    text: '(needsRefresh(item) || parsePrice(item.price) !== null)',
    instead: '(needsRefresh(item) || parsePriceOrZero(item.price) !== null)',
  },
  {
    name: 'C1: fabric that is not sold any more promises free kits',
    text: 'if (!hasFabric(cart)) return 0',
    instead: "if (!cart.some(({ productType }) => productType === 'fabric')) return 0",
  },
  {
    name: 'C1: kits that are not sold any more count as chosen',
    text: 'cart.filter((item) => !item.isGone && (isFreed(item) || needsRefresh(item)))',
    instead: 'cart.filter((item) => isFreed(item) || needsRefresh(item))',
  },
  {
    name: 'C2: a kit of an older cart is not counted',
    text: '(isFreed(item) || needsRefresh(item)))',
    instead: 'isFreed(item))',
  },
  {
    name: 'C1: the message after adding counts the cart before',
    text: 'freeKitsLeft: freeKitsLeft(after, terms.freeKits),\n  }\n  return { cart: after',
    instead: 'freeKitsLeft: freeKitsLeft(cart, terms.freeKits),\n  }\n  return { cart: after',
  },
  {
    name: 'C1: everything is put into the cart for free',
    text: '...(inCart && isFreed(inCart) ? { isFree: true } : {}),',
    instead: '...(inCart ? { isFree: true } : {}),',
  },
  {
    name: 'C1: the message promises no more kits',
    text: 'notice.freeKitsLeft > 0 ?',
    instead: 'notice.freeKitsLeft >= 0 ?',
  },
  {
    name: 'S1: products that are not sold any more are paid',
    text: "for (const why of ['gone', 'needs-refresh', 'price-unknown'] as const)",
    instead: "for (const why of ['needs-refresh', 'price-unknown'] as const)",
  },
  {
    name: 'S1: products that are not sold any more have a price',
    text: "  if (item.isGone) return { state: 'gone', unitPrice: nothing, regularPrice: null }\n",
    instead: '',
  },
  {
    name: 'C2: products that are not sold any more stay as they were',
    text: 'gone.includes(item.managementNumber) ? { ...item, isGone: true as const } : item',
    instead: 'item',
  },
  {
    name: 'C2: products that another check did not ask for count as gone',
    text: 'gone.includes(item.managementNumber) ? { ...item, isGone: true as const } : item',
    instead: '{ ...item, isGone: true as const }',
  },
  {
    name: 'C1: a kit that is not sold is promised for free',
    text: 'if (stopped !== undefined || !isFree || price === 0)',
    instead: 'if (!isFree || price === 0)',
  },
  {
    name: 'C5: a kit that costs nothing anyway is told as one of the offer',
    text: 'if (stopped !== undefined || !isFree || price === 0)',
    instead: 'if (stopped !== undefined || !isFree)',
  },
  {
    name: 'C1: a kit is shown as free without fabric',
    text: 'const isFree = line === undefined ? left > 0 : isFreed(line)',
    instead: 'const isFree = line === undefined || isFreed(line)',
  },
  {
    name: 'C9: products that are stopped can be put into the cart',
    text: '  if (stopped !== undefined || !canBeBought(cartProduct)) return <NotForSale why={stopped} />\n  const called',
    instead: '  if (!canBeBought(cartProduct)) return <NotForSale why={stopped} />\n  const called',
  },
  {
    name: 'C9: products without a certain price can be put into the cart',
    text: '  if (stopped !== undefined || !canBeBought(cartProduct)) return <NotForSale why={stopped} />\n  const called',
    instead: '  if (stopped !== undefined) return <NotForSale why={stopped} />\n  const called',
  },
  {
    name: 'C9: a kit that is stopped can be put into the cart',
    text: '  if (stopped !== undefined || !canBeBought(cartProduct)) return <NotForSale why={stopped} />\n  return (\n    <>',
    instead: '  if (!canBeBought(cartProduct)) return <NotForSale why={stopped} />\n  return (\n    <>',
  },
  {
    name: 'C1: the offer is told while the shop is closed',
    text: 'terms.freeKits > 0 && holdsFabric && !isClosed',
    instead: 'terms.freeKits > 0 && holdsFabric',
  },
  {
    name: 'a shop without the offer tells it',
    text: '{terms.freeKits === 0 ? null : (',
    instead: '{terms.freeKits < 0 ? null : (',
  },
  {
    name: 'a closed shop sells',
    text: "  if ((await shopClosure(db, now)) !== null) return refused({ why: 'closed' })\n",
    instead: '',
  },
  {
    name: 'D2: a checkout at prices of yesterday',
    text: "  if (await hasUncertainPrices(db, products.values(), now)) return refused({ why: 'prices-uncertain' })\n",
    instead: '',
  },
  {
    name: 'P27: another colour than the one that was shown is sold',
    text: 'shown.name.trim() === soldName && isSameColour ? undefined',
    instead: 'shown.name.trim() === soldName ? undefined',
  },
  {
    name: 'P27: a browser that sent no colour cannot pay',
    text: '    colour === null || colour === colourOf(',
    instead: '    colour === colourOf(',
  },
  {
    name: 'S1: another name than the one that was shown is sold',
    text: 'shown.name.trim() === soldName && isSameColour ? undefined',
    instead: 'isSameColour ? undefined',
  },
  {
    name: 'S9: an open order is found for products that have changed',
    text: 'digest(input.browserToken, fingerprint, JSON.stringify(lines), texts.confirmationText)',
    instead: 'digest(input.browserToken, fingerprint, texts.confirmationText)',
  },
  {
    name: 'S9: an open order is found for terms that have changed',
    text: 'digest(input.browserToken, fingerprint, JSON.stringify(lines), texts.confirmationText)',
    instead: 'digest(input.browserToken, fingerprint, JSON.stringify(lines))',
  },
  {
    name: 'S9: an open order of another browser is found',
    text: 'digest(input.browserToken, fingerprint,',
    instead: "digest('', fingerprint,",
  },
  {
    name: 'an order shows the shop’s logo as the picture of its products',
    text: 'picture: item.imageUrl === defaultLogo ? null : item.imageUrl',
    instead: 'picture: item.imageUrl',
  },
  {
    name: 'C1: an order does not say what was free',
    text: "free: state === 'free-by-offer',",
    instead: "free: state === 'free',",
  },
  { name: 'S21: the line of the law without the quantity', text: '  `${cart.units}点`,\n', instead: '' },
  {
    name: 'S21: the line of the law without shipping',
    text: '`${amount(cart.total)}（送料${fee(cart.shipping)}）`',
    instead: '`${amount(cart.total)}`',
  },
  { name: 'S21: the line of the law without the payment', text: "  'カード・注文時',\n", instead: '' },
  { name: 'S21: the line of the law without the delivery', text: '  `${from}〜${to}営業日`,\n', instead: '' },
  {
    name: 'S21: the line of the law without the end of the offer',
    text: "  `申込期限${offerEnds === null ? 'なし' : ` ${offerEnds}`}`,\n",
    instead: '',
  },
  {
    name: 'S21: the line of the law without returns',
    text: '  `取消は発送前・返品${returnDays}日`,\n',
    instead: '',
  },
  {
    name: 'S21: a text that the payment page refuses',
    text: '  if (text.length <= longestPaymentPageText) return text\n',
    instead: '  if (text.length > 0) return text\n',
  },
]
