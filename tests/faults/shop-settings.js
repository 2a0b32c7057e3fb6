/** Faults in the settings of the desk. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'N50: settings that were not seen are stored',
    text: "if (seen !== settingsMark(typedPart(part, read.value.after))) return failed('unseen')",
    instead: '',
  },
  {
    name: 'N50: settings are stored over another screen’s',
    text: "return failed('stale')",
    instead: 'void 0',
  },
  {
    name: 'N50: the file’s values are kept twice',
    text: 'return isSame(value, valueAt(own.settings, field.path))',
    instead: 'return isSame(value, undefined)',
  },
  {
    name: 'N50: a text may be as long as it likes',
    text: "if (isTooLong(field, typed)) errors[field.name] = '長すぎます。短くしてください。'",
    instead: 'if (errors.none) continue',
  },
  {
    name: 'N50: a real shop takes the sample’s seller',
    text: ': sampleFactsLeft(read.value).map(({ path }) => ({ path, said: ofSample }))',
    instead: ': []',
  },
  {
    name: 'N50, L2: texts are cut on the payment page',
    text: "if (!fitsPaymentPage(after)) return failed('too-long-together')",
    instead: '',
  },
  {
    name: 'N50: nothing is a change',
    text: "if (changesBetween(part, before, after).length === 0) return failed('unchanged')",
    instead: '',
  },
  {
    name: 'N50: an open process does not hear of it',
    text: 'trx.onCommit(() => notices.publish(topic, version))',
    instead: '',
  },
  {
    name: 'N50: an open process does not look by itself',
    text: 'if (read.version === version) return\n',
    instead: 'return\n',
  },
  {
    name: 'N50: an open process takes what no longer passes',
    text: 'if (next.ok) current = next.value\n',
    instead: 'current = next.ok ? next.value : own.settings\n',
  },
  {
    name: 'N50: the start takes what no longer passes',
    text: 'if (!first.ok) return first\n',
    instead: 'if (!first.ok && first.error.length > 99) return first\n',
  },
]
