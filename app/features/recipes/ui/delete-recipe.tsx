import { type FormEvent, useState } from 'react'
import { Form } from 'react-router'
import { Button } from '~/ui/button.tsx'
import { Dialog } from '~/ui/dialog.tsx'
import type { Recipe } from '../types.ts'
import css from './recipe-editor.module.css'

/** Asked once (R35); without script it is asked by nothing but its own words. */
export function DeleteRecipe({ recipe: { id, title } }: { readonly recipe: Pick<Recipe, 'id' | 'title'> }) {
  const [asks, setAsks] = useState(false)
  const action = `/gallery/recipe-edit/${encodeURIComponent(id)}`
  const ask = (event: FormEvent) => {
    event.preventDefault()
    setAsks(true)
  }
  return (
    <section className={css.remove} aria-labelledby="delete-heading">
      <h2 id="delete-heading">作品の削除</h2>
      <p className={css.hint}>写真や材料、つくり方もいっしょに消え、元に戻せません。</p>
      <Form method="post" action={action} onSubmit={ask}>
        <Button type="submit" look="danger" name="intent" value="delete">
          この作品を削除する
        </Button>
      </Form>
      <Dialog open={asks} onClose={() => setAsks(false)} heading="作品を削除しますか？">
        <p>「{title}」を削除します。元に戻せません。</p>
        <Form method="post" action={action} className={css.send} onSubmit={() => setAsks(false)}>
          <Button wide look="secondary" onClick={() => setAsks(false)}>
            やめる
          </Button>
          <Button wide type="submit" look="danger" name="intent" value="delete">
            削除する
          </Button>
        </Form>
      </Dialog>
    </section>
  )
}
