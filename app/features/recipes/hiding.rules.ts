/** `hidden: null` shows it again; otherwise it is hidden for this reason, which may be empty. */
export interface Hiding {
  readonly hidden: { readonly reason: string } | null
}

/** What was hidden or shown, for the owner who did it. */
export interface HiddenThing {
  readonly kind: 'work' | 'comment'
  /** Its title, or the beginning of what it says. */
  readonly title: string
  readonly author: string
}

/** The columns of works and comments alike. */
export const hidingColumns = ({ hidden }: Hiding) => ({
  hidden: hidden === null ? 0 : 1,
  hiddenReason: hidden?.reason ?? '',
})
