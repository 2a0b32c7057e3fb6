/** Faults in Back, in what is compared, and in what search words are kept. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'W20: what was left over is shown',
    text: 'const isLeftOver = depth > 0 && to < page',
    instead: 'const isLeftOver = false',
  },
  {
    name: 'W20: a page is passed over',
    text: 'const isLeftOver = depth > 0 && to < page',
    instead: 'const isLeftOver = to < page',
  },
  {
    name: 'W20: the entry of a dialog is left over',
    text: 'const isLeftOver = depth > 0 && to < page',
    instead: 'const isLeftOver = depth > 0',
  },
  {
    name: 'W20: the router hears of a dialog',
    text: 'if (isLeftOver || (to === page && to >= 0)) event',
    instead: 'if (isLeftOver) event',
  },
  {
    name: 'W20: the router hears of what is passed over',
    text: 'if (isLeftOver || (to === page && to >= 0)) event',
    instead: 'if (to === page && to >= 0) event',
  },
  {
    name: 'W20: an entry that no router made is a page',
    text: '(to === page && to >= 0)',
    instead: 'to === page',
  },
  {
    name: 'W20: a page begins in a dialog that is not open',
    text: 'if (depthOf(history.state) > 0) history.back()',
    instead: '',
  },
  {
    name: 'W20: a dialog takes a second entry',
    text: 'if (depthOf(history.state) < open.length)\n',
    instead: '',
  },
  {
    name: 'W20: closed by its button it stays on the way back',
    text: 'if (depthOf(history.state) > open.length) history.back()',
    instead: '',
  },
  {
    name: 'W20: closed by Back it goes back twice',
    text: 'if (depthOf(history.state) > open.length) history.back()',
    instead: 'history.back()',
  },
  {
    name: 'W20: what was closed at once takes an entry',
    text: 'clearTimeout(adding)\n        const at',
    instead: 'const at',
  },
  { name: 'W22: storage holds a fifth', text: 'kept.slice(0, mostCompared)', instead: 'kept' },
  {
    name: 'W22: a full table takes a fifth',
    text: 'return others.length < mostCompared ? [...others, product] : null',
    instead: 'return [...others, product]',
  },
  {
    name: 'W22: it stands there twice',
    text: 'const others = without(compared, product.number)',
    instead: 'const others = compared',
  },
  {
    name: 'W22: colours by its own word alone',
    text: "found === '' || found === own ? own",
    instead: 'own === own ? own',
  },
  {
    name: 'W22: a colour twice',
    text: "found === '' || found === own ? own",
    instead: "found === '' ? own",
  },
  {
    name: 'W22: empty brackets',
    text: "found === '' || found === own ? own",
    instead: 'found === own ? own',
  },
  {
    name: 'W22: a kit has a material',
    text: "said !== unsaid || product.type !== 'fabric'",
    instead: 'said !== unsaid',
  },
  {
    name: 'W22: a width of a kit',
    text: "if (product.type !== 'fabric') return unsaid\n  return readFacts",
    instead: 'return readFacts',
  },
  {
    name: 'W22: kits alone have rows of dashes',
    text: 'products.every(isKit) ? [] : ofFabrics',
    instead: 'ofFabrics',
  },
  {
    name: 'W22: fabrics need fabric',
    text: 'products.some(isKit) ? ofKits : []',
    instead: 'ofKits',
  },
]
