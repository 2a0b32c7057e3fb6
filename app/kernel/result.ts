/** An expected outcome as a value: what was asked for, or a named refusal. Surprises throw instead. */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E }

/** The successful outcome. */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })

/** The expected refusal; `error` is a name or a record that the caller turns into words. */
export const refused = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error })
