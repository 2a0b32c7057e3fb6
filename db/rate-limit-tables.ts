/** How often `subject` asked for something between two times (epoch ms). */
export interface RateLimitTable {
  /** What and who, such as 'checkout:203.0.113.7'. */
  subject: string
  spanStart: number
  spanEnd: number
  count: number
}
