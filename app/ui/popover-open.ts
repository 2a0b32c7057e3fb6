/** Set by popover-polyfill.ts on the open popover of a browser that knows none. */
export const openMark = 'data-popover-open'

/** Selects an open popover; browsers that do not know it throw, but not within `:is()` (W50). */
export const openPopover = `:is(:popover-open, [${openMark}])`
