import { useState } from 'react'
import { notChosen } from '~/features/recipes/materials/written.rules.ts'
import { listLimits } from '../form.rules.ts'
import { recipeLabels } from '../form.texts.ts'
import type { PartProps } from './form-part.tsx'
import { MaterialLine } from './material-line.tsx'
import { MovableRows } from './movable-rows.tsx'
import { useProductsByNumber } from './use-products-by-number.ts'

/** The lines of the materials, each with the product of the shop that it is tied to (W5). */
export function MaterialLines({ start, typed, errors }: PartProps) {
  const called = useProductsByNumber(typed.ingredients)
  const [said, setSaid] = useState('')
  return (
    <>
      <MovableRows
        name={recipeLabels.ingredients}
        look="lines"
        start={start.ingredients}
        typed={typed.ingredients}
        blank={(id) => ({ id, text: '', ...notChosen })}
        most={listLimits.ingredients}
        error={errors.ingredients}
      >
        {(row, at) => (
          <MaterialLine
            row={row}
            typed={typed.ingredients.find(({ id }) => id === row.id)?.text ?? row.text}
            place={at}
            error={errors[`ingredients.${row.id}.text`]}
            called={called}
            onSay={setSaid}
          />
        )}
      </MovableRows>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}
