import { useEffect, useId, useState } from 'react'
import { useNavigationType } from 'react-router'
import { recipePath } from '~/features/recipes/list.rules.ts'
import { mostOnX, postedText, shareLinks } from '~/features/recipes/share.rules.ts'
import type { Recipe } from '~/features/recipes/types.ts'
import { href } from '~/href.ts'
import { parsedJson } from '~/kernel/json.ts'
import { Button, ButtonLink, ButtonOutLink } from '~/ui/button.tsx'
import { goToHeading } from '~/ui/focus-heading.ts'
import { formInDraft } from '~/ui/form-draft.ts'
import { safeStorage } from '~/ui/safe-storage.ts'
import { draftsOnDevice } from '~/ui/tab-drafts.ts'
import { typedRecipe } from '../form.rules.ts'
import css from './recipe-editor.module.css'
import { CardPreview, draftsNameOf } from './recipe-editor.tsx'

/** A recipe has just been posted: asks whether to share it, with the finished card (R20, R21). */
export function Posted({ recipe, origin }: { readonly recipe: Recipe; readonly origin: string }) {
  useForgottenDraft(recipe)
  const isBackOrLoad = useNavigationType() === 'POP'
  // The button that was pressed stood at the end of a long form, under the same path.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it appears
  useEffect(() => {
    if (!isBackOrLoad) goToHeading()
  }, [])
  const url = `${origin}${href('/gallery')}`
  const text = postedText(recipe, origin)
  const shared = {
    url,
    text,
    textOnX: postedText(recipe, origin, mostOnX),
    page: `${origin}${recipePath(recipe.id)}`,
  }
  return (
    <div className={css.posted}>
      <section aria-labelledby="share-heading" className={css.share}>
        <h2 id="share-heading">SNSでシェアしますか？</h2>
        <p>できあがった作品を、お友だちにも知らせましょう。</p>
        <ul className="row-3">
          {shareLinks(shared).map(({ id, name, href }) => (
            <li key={id}>
              <ButtonOutLink href={href}>{name}</ButtonOutLink>
            </li>
          ))}
        </ul>
        <CopyText text={text} />
        <div className={css.send}>
          <ButtonLink to={recipePath(recipe.id)} look="secondary" wide>
            投稿した作品を見る
          </ButtonLink>
          <ButtonLink to={href('/gallery')} look="secondary" wide>
            シェアせずにギャラリーへ
          </ButtonLink>
        </div>
      </section>
      <CardPreview typed={typedRecipe(recipe)} author={recipe.author} />
    </div>
  )
}

/** Instagram takes no text by address. */
function CopyText({ text }: { readonly text: string }) {
  const id = useId()
  const [said, setSaid] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('コピーしました。Instagramの投稿に貼りつけてください。')
    } catch {
      const field = document.getElementById(id)
      if (field instanceof HTMLTextAreaElement) {
        field.focus()
        field.select()
      }
      setSaid('文章を選びました。長押しするか、コピーの操作をしてください。')
    }
  }
  return (
    <div className={css.copy}>
      <label htmlFor={id} className={css.legend}>
        Instagramに貼る文章
      </label>
      <textarea
        id={id}
        name="share"
        readOnly
        rows={5}
        className={css.select}
        defaultValue={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="row-2">
        <Button look="secondary" onClick={() => void copy()}>
          文章をコピーする
        </Button>
      </div>
      <p role="status" className="small">
        {said}
      </p>
    </div>
  )
}

/** Deletes the posted draft; other drafts stay. */
const useForgottenDraft = ({ id, author }: Recipe) =>
  useEffect(() => {
    const storage = safeStorage(() => window.localStorage)
    for (const { key, text } of draftsOnDevice(draftsNameOf(author.id, null)))
      if (formInDraft(parsedJson(text))?.get('id') === id) storage.forget(key)
  }, [id, author.id])
