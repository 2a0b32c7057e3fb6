import { fieldsOf } from '../../app/kernel/json.ts'
import type { AnyAct } from '../../app/server/desk-act.ts'

const isAct = (value: unknown): value is AnyAct =>
  typeof value === 'function' && 'act' in value && 'name' in fieldsOf(value.act)

/** Every act that a file of a feature exports; a press for several things is none, it has no row in the log (N85). */
export const actsDefined: readonly AnyAct[] = Object.values(
  import.meta.glob<Readonly<Record<string, unknown>>>('../../app/features/**/*.server.ts', { eager: true }),
).flatMap((file) => Object.values(file).filter(isAct))
