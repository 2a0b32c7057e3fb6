/** Faults in cart, prices and products. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'S3: a 100th kind',
    text: 'if (!present && cart.length >= terms.kinds)',
    instead: 'if (!present && cart.length > terms.kinds)',
  },
  {
    name: 'C14: a kit twice',
    text: "if (present && product.productType === 'kit') return",
    instead: "if (present && product.name === '') return",
  },
  {
    name: 'C17: putting back fills beyond 99 kinds',
    text: '.slice(0, Math.max(0, terms.kinds - cart.length))',
    instead: '',
  },
  {
    name: 'S2: the shipping line is a product',
    text: 'if (managementNumber !== shippingNumber)\n      units.set',
    instead: 'units.set',
  },
  {
    name: 'C13: two spellings of one number',
    text: 'const number = nfkc(text.toWellFormed()).trim()',
    instead: 'const number = text.toWellFormed().trim()',
  },
  {
    name: 'S2: a product called shipping',
    text: 'isOne && number.toLowerCase() !== shippingNumber',
    instead: 'isOne && number !== shippingNumber',
  },
  {
    name: 'a number of 65 characters',
    text: 'const longestNumber = 64',
    instead: 'const longestNumber = 65',
  },
  {
    name: 'P12: a link with credentials',
    text: "return username === '' && password === '' && hostname",
    instead: 'return hostname',
  },
  {
    name: 'P12: a link without https',
    text: "return link?.startsWith('https:') ? link : null",
    instead: 'return link',
  },
  {
    name: 'R9: a link that is none of the web',
    text: 'if (!/^https?:\\/\\/[^/]/i.test(text) ||',
    instead: 'if (',
  },
  {
    name: 'P12: a link with a backslash',
    text: '/[\\p{Cc}\\\\]/u.test(text) || !URL.canParse(text)',
    instead: '!URL.canParse(text)',
  },
  {
    name: 'P3: the feed at a private address',
    text: "return address.range() === 'unicast' && !isUnassigned(address)",
    instead: 'return !isUnassigned(address)',
  },
  {
    name: 'P3: the feed at a private name',
    text: ' && !privateNames.test(host)',
    instead: '',
  },
  {
    name: 'P3: the feed at an address that nobody has',
    text: " === 'unicast' && !isUnassigned(address)",
    instead: " === 'unicast'",
  },
  {
    name: 'S20: a picture at a private host',
    text: 'url !== undefined && isPublicHost(new URL(url).hostname) ? url',
    instead: 'url !== undefined ? url',
  },
  {
    name: 'a tab writes its cart without the lock',
    text: 'void locked(saveLocked).catch',
    instead: 'void saveLocked().catch',
  },
  {
    name: 'a tab gives its lock back before the others see what it wrote',
    text: 'while (isWrittenAgain)',
    instead: 'while (false)',
  },
  {
    name: 'a page that goes leaves its cart unsaved',
    text: "        eventTarget?.addEventListener('pagehide', onLeave)\n",
    instead: '',
  },
]
