import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { type ItemAnswer, type ItemRefusal, mostItems } from '../curation.rules.ts'
import { itemRefusal } from '../curation.texts.ts'
import { ItemForm } from './item-form.tsx'

/** After the session has ended: what was typed, to be sent again. */
export function EndedCuration({ answer }: { readonly answer: ItemAnswer | ItemRefusal }) {
  return (
    <Page narrow heading="ギャラリーの管理">
      <PageMeta title="ギャラリーの管理" description="お店の管理者のための画面です。" noindex />
      {'typed' in answer ? (
        <ItemForm
          list={answer.list}
          item={null}
          id={answer.id}
          count={mostItems}
          found={[]}
          answer={answer}
        />
      ) : (
        <Notice
          kind="error"
          actions={
            <ButtonLink to={href('/gallery/admin')} look="secondary">
              管理画面に入り直す
            </ButtonLink>
          }
        >
          {itemRefusal(answer.failure, answer.name).text}
        </Notice>
      )}
    </Page>
  )
}
