/** The key of the one row of `feed_import`. */
export const feedId = 'feed'

/** The fields of a successful attempt at `now` (epoch ms). */
export const successAt = (now: number) => ({
  last_attempt_at: now,
  last_success_at: now,
  last_error: null,
  failures: 0,
  short_since: null,
})
