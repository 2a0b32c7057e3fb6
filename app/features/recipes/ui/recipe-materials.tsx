import { useEffect, useState } from 'react'
import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import { safeStorage } from '~/ui/safe-storage.ts'
import css from './recipe-page.module.css'

const ticksKey = 'galleryMaterials'
const storage = safeStorage(() => window.localStorage)
const mostWorks = 20

const readTicks = (): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(fieldsOf(parsedJson(storage.read(ticksKey) ?? ''))).flatMap(([id, names]) =>
      Array.isArray(names) ? [[id, names.map(String)] as const] : [],
    ),
  )

/** What of a work's materials is at hand already: kept on this device, for the last twenty works. */
const useTicks = (recipeId: string) => {
  const [ticked, setTicked] = useState<readonly string[]>([])
  useEffect(() => setTicked(readTicks()[recipeId] ?? []), [recipeId])
  const setTick = (name: string, isTicked: boolean) => {
    const now = isTicked ? [...ticked, name] : ticked.filter((other) => other !== name)
    setTicked(now)
    const { [recipeId]: _, ...others } = readTicks()
    const kept = [...Object.entries(others), ...(now.length === 0 ? [] : [[recipeId, now] as const])]
    storage.write(ticksKey, JSON.stringify(Object.fromEntries(kept.slice(-mostWorks))))
  }
  return { ticked, setTick }
}

/** The materials as boxes to tick. */
export function Materials({
  recipeId,
  ingredients,
}: {
  readonly recipeId: string
  readonly ingredients: readonly string[]
}) {
  const { ticked, setTick } = useTicks(recipeId)
  if (ingredients.length === 0) return null
  // The same thing twice is ticked twice.
  const rows = ingredients.map((name, at) => ({ name, key: `${at} ${name}` }))
  return (
    <section aria-labelledby="materials" className={css.card}>
      <h2 id="materials">材料</h2>
      <ul className={css.materials}>
        {rows.map(({ name, key }) => (
          <li key={key}>
            <label className={css.material}>
              <input
                type="checkbox"
                checked={ticked.includes(key)}
                onChange={(event) => setTick(key, event.currentTarget.checked)}
              />
              <span>{name}</span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  )
}
