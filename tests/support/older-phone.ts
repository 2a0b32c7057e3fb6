/**
 * Runs in a page before anything else: takes away what Chrome 99 or Safari 15.4 lack and a newer browser has. Needs nothing from outside,
 * so that its text can be given to any browser. What a page itself keeps (`:has()`, container queries) stays.
 */
export const becomeOlderPhone = () => {
  const ofWindow = (name: string): object => Reflect.get(window, name)?.prototype ?? {}
  const newer: readonly (readonly [object, readonly string[]])[] = [
    [URL, ['parse', 'canParse']],
    [AbortSignal, ['timeout', 'any']],
    [Promise, ['withResolvers', 'try']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Array, ['fromAsync']],
    [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
    [String.prototype, ['toWellFormed', 'isWellFormed']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf']],
    [
      ofWindow('Iterator'),
      ['map', 'filter', 'flatMap', 'toArray', 'some', 'every', 'find', 'take', 'drop', 'forEach', 'reduce'],
    ],
    [URLSearchParams.prototype, ['size']],
    [Navigator.prototype, ['userActivation']],
    [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover', 'popover']],
    [HTMLFormElement.prototype, ['requestSubmit']],
    [Document.prototype, ['startViewTransition']],
    [Element.prototype, ['checkVisibility', 'setHTMLUnsafe']],
    [
      window,
      [
        'requestIdleCallback',
        'scheduler',
        'navigation',
        'Iterator',
        'CSSStyleValue',
        'onscrollend',
        'URLPattern',
      ],
    ],
  ]
  for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner, name)
}
