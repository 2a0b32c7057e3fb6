import type { PatternScale } from '~/kernel/pattern-scale.ts'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import css from './fabric-planning.module.css'

/** The photograph to scale, else marks in the motif's size and distance. */
export function PatternFill({
  id,
  scale,
  picture,
}: {
  readonly id: string
  readonly scale: PatternScale | null
  readonly picture: string
}) {
  const { origin } = useSiteFacts()
  if (scale === null) return null
  const isOurs = picture.startsWith('/') || picture.startsWith(origin)
  if (scale.picture !== null && isOurs)
    return (
      <pattern id={id} patternUnits="userSpaceOnUse" width={scale.picture} height={scale.picture}>
        <image
          href={picture}
          width={scale.picture}
          height={scale.picture}
          preserveAspectRatio="xMidYMid slice"
        />
      </pattern>
    )
  const size = scale.motif ?? (scale.repeat ?? 0) / 2
  if (size === 0) return null
  const apart = Math.max(scale.repeat ?? size * 2, size)
  return (
    <pattern id={id} patternUnits="userSpaceOnUse" width={apart} height={apart}>
      <circle className={css.motif} cx={apart / 2} cy={apart / 2} r={size / 2} />
    </pattern>
  )
}
