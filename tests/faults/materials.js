/** Faults in what the materials of a recipe are tied to. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'W1: a measure is a product',
    text: '&& !isMeasure(token) && !isSize(token))',
    instead: '&& !isSize(token))',
  },
  {
    name: 'W1: a size of paper is a product',
    text: '&& !isMeasure(token) && !isSize(token))',
    instead: '&& !isMeasure(token))',
  },
  {
    name: 'W1: a word is a product',
    text: 'isSaid || (isBothLettersAndDigits(token) && ',
    instead: 'isSaid || (',
  },
  { name: 'W1: a line of many numbers', text: 'if (told.size === mostNumbersOfLine) break', instead: '' },
  { name: 'W1: a recipe of many ties', text: 'return tied.slice(0, mostTies)', instead: 'return tied' },
  {
    name: 'W1: what the author took away is tied again',
    text: 'if (product === null) return []\n    if (product !== undefined)',
    instead: 'if (product !== undefined && product !== null)',
  },
  {
    name: 'W1: a hundred units',
    text: 'Math.min(mostUnits, Math.max(1, told))',
    instead: 'Math.max(1, told)',
  },
  {
    name: 'W1: no units',
    text: 'Math.min(mostUnits, Math.max(1, told))',
    instead: 'Math.min(mostUnits, told)',
  },
  {
    name: 'W1: a way of sewing is so many units',
    text: ' ?枚(?!はぎ|接ぎ|仕立|重ね|合わせ)',
    instead: ' ?枚',
  },
  {
    name: 'W2: a number that another product bears now',
    text: "row !== undefined && tie.name !== '' && nameKey(tie.name) !== nameKey(row.name)",
    instead: 'false',
  },
  {
    name: 'W3: what no product ever bore is shown',
    text: 'if (product === undefined && row === undefined && !tie.isSure) return []',
    instead: '',
  },
  {
    name: 'W3: what was chosen is not shown',
    text: 'row === undefined && !tie.isSure',
    instead: 'row === undefined',
  },
  {
    name: 'W3: before the first copy all fabrics have left',
    text: "if (product === undefined && !isKnown && row?.type !== 'kit') return []",
    instead: '',
  },
  {
    name: 'W3: before the first copy a kit is not known to have left',
    text: "!isKnown && row?.type !== 'kit'",
    instead: '!isKnown',
  },
  { name: 'W3: several of a kit', text: "if (product?.type === 'kit') return 1", instead: '' },
  {
    name: 'W3: what is stopped is like what is stopped',
    text: '.filter(isForSale)\n      .slice(0, mostNear)',
    instead: '.slice(0, mostNear)',
  },
  {
    name: 'W3: a fabric of the recipe is like another',
    text: 'const others = fabrics.filter(({ number }) => !used.has(number))',
    instead: 'const others = fabrics',
  },
  {
    name: 'W3: what can be bought has others like it',
    text: "row?.type === 'kit' || (product !== null && isForSale(product))",
    instead: "row?.type === 'kit'",
  },
  {
    name: 'W3: a kit has fabrics like it',
    text: "row?.type === 'kit' || (product !== null && isForSale(product))",
    instead: 'product !== null && isForSale(product)',
  },
  { name: 'W3: all cotton is alike', text: 'like >= leastLikeness', instead: 'like > 0' },
]
