import { Button } from '~/ui/button.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import { materialKeys } from '../making-mode.ts'
import css from './materials.module.css'

export interface MaterialTicks {
  /** By the keys of `materialKeys`. */
  readonly ticked: readonly string[]
  readonly setTick: (key: string, isTicked: boolean) => void
  readonly untickAll: () => void
}

/** The materials beside the steps. */
export function Materials({
  materials,
  ticks,
}: {
  readonly materials: readonly string[]
  readonly ticks: MaterialTicks
}) {
  if (materials.length === 0) return null
  return (
    <section aria-labelledby="materials" className={css.card}>
      <h2 id="materials">材料</h2>
      <MaterialList materials={materials} ticks={ticks} />
    </section>
  )
}

/** Boxes to tick; without script a plain list in the same places. */
export function MaterialList({
  materials,
  ticks: { ticked, setTick, untickAll },
}: {
  readonly materials: readonly string[]
  readonly ticks: MaterialTicks
}) {
  const hasScript = useHasScript()
  const keys = materialKeys(materials)
  const isAnyTicked = keys.some((key) => ticked.includes(key))
  return (
    <>
      <ul className={css.materials}>
        {keys.map((key, at) => (
          <li key={key}>
            {hasScript ? (
              <label className={css.material}>
                <input
                  type="checkbox"
                  checked={ticked.includes(key)}
                  onChange={(event) => setTick(key, event.currentTarget.checked)}
                />
                <span>{materials[at]}</span>
              </label>
            ) : (
              <span className={css.material}>
                <span className={css.dot} aria-hidden="true" />
                <span>{materials[at]}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      {hasScript ? (
        <div className={css.untick}>
          <Button look="quiet" aria-disabled={!isAnyTicked} onClick={() => isAnyTicked && untickAll()}>
            チェックをすべて外す
          </Button>
        </div>
      ) : null}
    </>
  )
}
