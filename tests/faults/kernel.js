/** Faults in what decides about texts, dates, money and pictures. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'R43: a tag that nobody sees counts',
    text: '.filter(isVisible),\n  ),\n]',
    instead: ".filter((tag) => tag !== ''),\n  ),\n]",
  },
  {
    name: 'R43: what turns the line stays in a comment',
    text: '(?![\\n\\t])[\\p{Cc}\\p{Bidi_Control}]',
    instead: '(?![\\n\\t])[\\p{Cc}]',
  },
  {
    name: 'R43: a row of the owner whose title nobody sees is taken',
    text: 'least === 0 || isVisible(text)',
    instead: "least === 0 || text !== ''",
  },
  { name: 'P15: the oldest first', text: 'first < second ? 1 : -1', instead: 'first < second ? -1 : 1' },
  {
    name: 'R25: equal dates in no fixed order',
    text: 'first === second ? compareCodeUnits(a.id, b.id)',
    instead: 'first === second ? 0',
  },
  {
    name: 'P15: a date of another country',
    text: 'moment === null ? null : inTokyo(moment)',
    instead: 'moment === null ? null : new Date(moment)',
  },
  {
    name: 'R27: a member came in the month of another country',
    text: 'const day = inTokyo(moment)\n  return `${day.getUTCFullYear()}',
    instead: 'const day = new Date(moment)\n  return `${day.getUTCFullYear()}',
  },
  {
    name: 'P15: a date as London reads it',
    text: 'const dayInTokyo = (moment: number): string => {\n  const at = inTokyo(moment)',
    instead: 'const dayInTokyo = (moment: number): string => {\n  const at = new Date(moment)',
  },
  {
    name: 'P18: a backslash in a picture',
    text: 'if (hasControlOrBackslash(text)) return defaultLogo\n',
    instead: '',
  },
  {
    name: 'P18: a slash hidden behind a percent sign',
    text: 'if (/%(?:2f|5c)/i.test(folderAndFile)) return false\n',
    instead: '',
  },
  { name: 'P18: a picture above the folder', text: "part === '.' || part === '..'", instead: "part === '.'" },
  {
    name: 'P18: a picture outside the folder',
    text: "return path.startsWith('/Image/') && staysInside(path)",
    instead: "return path.startsWith('/') && staysInside(path)",
  },
  {
    name: 'P18: a picture with credentials',
    text: "return username === '' && password === ''\n",
    instead: 'return true\n',
  },
  {
    name: 'S20: an address too long for the provider',
    text: 'const longestForPayment = 2048',
    instead: 'const longestForPayment = 2049',
  },
  { name: 'S20: the logo is sent to the provider', text: 'if (shown === defaultLogo || ', instead: 'if (' },
  {
    name: 'C9: two numbers in one price',
    text: 'if (number === undefined || numbers.length > 1) return null',
    instead: 'if (number === undefined) return null',
  },
  {
    name: 'C9: 1.000 is one yen',
    text: '(?:\\.0{1,2})?$/.test(number)',
    instead: '(?:\\.0+)?$/.test(number)',
  },
  {
    name: 'C9: a comma that parts no thousands',
    text: '(?:\\d{1,3}(?:,\\d{3})+|\\d+)',
    instead: '(?:\\d{1,3}(?:,\\d+)+|\\d+)',
  },
  { name: 'C9: a negative price', text: '|| amount < 0 ||', instead: '||' },
  {
    name: 'C9: a price of a million',
    text: 'highestPrice: Yen = yen(999_999)',
    instead: 'highestPrice: Yen = yen(1_000_000)',
  },
  { name: 'C9: 3千円 is three yen', text: '/^\\s*[%十百千万億]/u', instead: '/^\\s*[%]/u' },
  { name: 'C9: a minus before the digits', text: '[-−‐‑–—▲△]', instead: '[▲△]' },
  {
    name: 'S12: half a yen',
    text: 'if (!isYen(amount)) throw new RangeError(',
    instead: 'if (false) throw new RangeError(',
  },
  {
    name: 'L4: tax is rounded up',
    text: 'Math.floor((total * 10) / 110)',
    instead: 'Math.ceil((total * 10) / 110)',
  },
  {
    name: 'P6: equal readings in no fixed order',
    text: 'compare(a.reading, b.reading) || compareCodeUnits(a.text, b.text)',
    instead: 'compare(a.reading, b.reading)',
  },
  {
    name: 'P6: half-width kana apart',
    text: 'reading: nfkc(textOf(item)).trim()',
    instead: 'reading: textOf(item).trim()',
  },
  {
    name: 'R37: one character too many',
    text: 'if (shown === limit) return',
    instead: 'if (shown > limit) return',
  },
  {
    name: 'P24: more cards than a page holds',
    text: 'total > count && count + pageSize <= mostCards',
    instead: 'total > count',
  },
  {
    name: 'P24: a count that is no number',
    text: "/^[+-]?\\d+(\\.\\d+)?$/.test(text ?? '')",
    instead: "(text ?? '') !== ''",
  },
  {
    name: 'P6: an empty filter in the address',
    text: 'if (value) query.set(name, value)',
    instead: "query.set(name, value ?? '')",
  },
  {
    name: 'P16: a link with credentials in a text',
    text: 'const href = safeLink(address)',
    instead: 'const href = address',
  },
  {
    name: 'P16: the full stop belongs to the link',
    text: "match.replace(sentenceEnd, '')",
    instead: 'match',
  },
]
