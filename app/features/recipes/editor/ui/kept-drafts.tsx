import { useEffect, useState } from 'react'
import { parsedJson } from '~/kernel/json.ts'
import { CopyButton } from '~/ui/copy-button.tsx'
import { formInDraft } from '~/ui/form-draft.ts'
import { PlainText } from '~/ui/plain-text.tsx'
import { draftsOnDevice } from '~/ui/tab-drafts.ts'
import { textOfDraft } from '../draft-text.rules.ts'
import { typedRecipeIn } from '../form.rules.ts'
import css from './recipe-editor.module.css'
import { draftsNameOf } from './recipe-editor.tsx'

/** What the device keeps of her unposted recipes, to read and to copy while she may not post (R66); nothing where it keeps none. */
export function KeptDrafts({ member }: { readonly member: string }) {
  const [texts, setTexts] = useState<readonly string[]>([])
  useEffect(() => {
    const forms = draftsOnDevice(draftsNameOf(member, null)).map(({ text }) => formInDraft(parsedJson(text)))
    setTexts(
      forms
        .map((form) => (form === null ? '' : textOfDraft(typedRecipeIn(form))))
        .filter((text) => text !== ''),
    )
  }, [member])
  if (texts.length === 0) return null
  return (
    <section className="stack-3" aria-labelledby="kept-drafts">
      <h2 id="kept-drafts">書きかけの作品</h2>
      <p>
        この端末に、書きかけの作品が残っています。投稿できるようになると、このページで続きから書けます。それまでも、ここで読んだりコピーしたりできます。
      </p>
      {texts.map((text, at) => (
        <div key={at} className={css.draft}>
          <PlainText text={text} />
          <p className="row-3">
            <CopyButton text={text} what="書きかけの作品" />
          </p>
        </div>
      ))}
    </section>
  )
}
