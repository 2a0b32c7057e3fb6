/** Faults in the lists of the desk. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'N51: an entry is shown before its first day',
    text: "eb.or([eb('fromDay', 'is', null), eb('fromDay', '<=', today)]),",
    instead: '',
  },
  {
    name: 'N51: an entry is shown after its last day',
    text: "eb.or([eb('toDay', 'is', null), eb('toDay', '>=', today)]),",
    instead: '',
  },
  {
    name: 'N51: a stale entry is stored',
    text: "if ((before?.version ?? null) !== version) return refused('stale')",
    instead: '',
  },
  {
    name: 'N51: a stale entry is taken out',
    text: "if (before === undefined || before.version !== version) return refused('stale')",
    instead: '',
  },
  {
    name: 'N51: more entries than a list takes',
    text: "(await countOf(trx, list)) >= mostEntries) return refused('full')",
    instead: "(await countOf(trx, list)) < 0) return refused('full')",
  },
  {
    name: 'N51: what a file wrote is undone',
    text: "now?.typed ?? null)) return refused('nothing-to-undo')",
    instead: 'now?.typed ?? null)) void 0',
  },
  {
    name: 'N51: a picture of nobody is taken',
    text: "if (after !== '' && (await claimUploads(trx, owner, [after])).length > 0) return false",
    instead: "if (after !== '') await claimUploads(trx, owner, [after])",
  },
  {
    name: 'N51: another order than was shown is changed',
    text: "if (at < 0 || orderMark(ids) !== shown) return refused('stale')",
    instead: "if (at < 0) return refused('stale')",
  },
]
