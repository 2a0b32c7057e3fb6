import type { AnyAct } from '../../app/server/desk-act.ts'

const isAct = (value: unknown): value is AnyAct => typeof value === 'function' && 'act' in value

/** Every act that a file of a feature exports. */
export const actsDefined: readonly AnyAct[] = Object.values(
  import.meta.glob<Readonly<Record<string, unknown>>>('../../app/features/**/*.server.ts', { eager: true }),
).flatMap((file) => Object.values(file).filter(isAct))
