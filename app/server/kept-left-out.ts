import { z } from 'zod'

/** What was left out (N90), as an act's answer or a preview keeps it. */
export const keptLeftOut = z.array(z.object({ what: z.string(), why: z.string(), whatToDo: z.string() }))
