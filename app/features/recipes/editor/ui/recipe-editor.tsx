import { type ReactNode, useEffect, useId, useState } from 'react'
import type { Location } from 'react-router'
import { withReason } from '~/features/accounts/standing/texts.ts'
import { href } from '~/href.ts'
import { fieldOf, versionOf } from '~/kernel/form.ts'
import { isVisible, oneLine } from '~/kernel/text.ts'
import { Button, ButtonLink, ButtonOutLink } from '~/ui/button.tsx'
import { FormCard, SubmitButton, useIsLost } from '~/ui/form.tsx'
import type { FormShape } from '~/ui/form-draft.ts'
import { Notice } from '~/ui/notice.tsx'
import { RestoredNotice } from '~/ui/restored-notice.tsx'
import { useFormDraft } from '~/ui/use-form-draft.ts'
import { useHasScript } from '~/ui/use-has-script.ts'
import { difficultyLevelOf } from '../../list.rules.ts'
import { type Author, cookingTimes, recipeId } from '../../types.ts'
import { RecipeCards } from '../../ui/recipe-cards.tsx'
import {
  isAboutFilled,
  isSameRecipe,
  type RecipeAnswer,
  standingErrors,
  type TypedRecipe,
  typedRecipeIn,
} from '../form.rules.ts'
import { sendingText, updateRefusals, uploadRefusals } from '../form.texts.ts'
import { FormPart } from './form-part.tsx'
import css from './recipe-editor.module.css'
import { RecipeParts } from './recipe-parts.tsx'

/** Key prefix of a member's drafts, for new recipes or an edited one; '' where nobody knows whose they are. */
export const draftsNameOf = (member: string, recipe: string | null): string =>
  member === ''
    ? ''
    : recipe === null
      ? `galleryRecipeDraft:${member}`
      : `galleryRecipeDraft:${member}:${recipe}`

interface RecipeBase {
  readonly id: string
  readonly basedOn: number
}

const shape: FormShape<TypedRecipe, RecipeBase> = {
  typedIn: typedRecipeIn,
  baseIn: (form) => ({ id: fieldOf(form, 'id'), basedOn: versionOf(form, 'basedOn') }),
  besideDraft: (base, own) => ({ ...base, id: own.id }),
  isSame: isSameRecipe,
}

interface EditorParts extends RecipeBase {
  readonly draftsName: string
  readonly isSavedAt: (location: Location) => boolean
  readonly saved: TypedRecipe
  readonly answer: RecipeAnswer | undefined
}

/** A recipe form's state and its draft on this device. */
const useRecipeDraft = ({ draftsName, isSavedAt, saved, id, basedOn, answer }: EditorParts) =>
  useFormDraft({
    shape,
    name: draftsName,
    isSavedAt,
    saved: { typed: saved, base: { id, basedOn } },
    start: {
      typed: answer?.typed ?? saved,
      base: { id: answer?.id ?? id, basedOn: answer?.basedOn ?? basedOn },
    },
    answer,
  })

interface EditorProps {
  /** Of a recipe that is edited; null for a new one. */
  readonly recipe: string | null
  readonly id: string
  readonly basedOn: number
  readonly author: Author
  readonly saved: TypedRecipe
  readonly answer: RecipeAnswer | undefined
  /** Whether it is the page that follows a save. */
  readonly isSavedAt: (location: Location) => boolean
}

const steps = [
  { id: 'photo', name: '写真', isDone: ({ mainImageUrl }: TypedRecipe) => mainImageUrl !== '' },
  { id: 'about', name: '作品のこと', isDone: isAboutFilled },
  {
    id: 'making',
    name: (
      <>
        材料と
        <wbr />
        つくり方
      </>
    ),
    isDone: (typed: TypedRecipe) =>
      typed.ingredients.some(({ text }) => isVisible(text)) &&
      typed.steps.some(({ description, imageUrl }) => isVisible(`${description}${imageUrl}`)),
  },
  { id: 'check', name: '確認', isDone: () => false },
] as const

/** The form of upload and recipe-edit, in four parts with the preview of its card. */
export function RecipeEditor(props: EditorProps) {
  const { recipe, author, answer } = props
  const isNew = recipe === null
  const editor = useRecipeDraft({ ...props, draftsName: draftsNameOf(author.id, recipe) })
  const { start, typed } = editor
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const onBusy = (name: string, isBusy: boolean) =>
    setBusy((names) => {
      const others = [...names].filter((other) => other !== name)
      return new Set(isBusy ? [...others, name] : others)
    })
  // Fields of the former round no longer report their end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each new round
  useEffect(() => setBusy(new Set()), [editor.round])
  const preview = <CardPreview typed={typed} author={author} />
  return (
    <div className={css.editor}>
      <div className={css.column}>
        <Progress typed={typed} keptAt={author.id === '' ? 'failed' : editor.keptAt} />
        {editor.isRestored ? <RestoredNotice isNew={isNew} onDiscard={editor.discard} /> : null}
        <FormCard
          key={editor.round}
          ref={editor.form}
          encType="multipart/form-data"
          failed={(isNew ? uploadRefusals : updateRefusals).failed.text}
          onInput={editor.note}
          onKeyDown={(event) => {
            // Enter in a line of a long form sends it unfinished.
            const isLine = event.target instanceof HTMLInputElement && event.target.type === 'text'
            if (event.key === 'Enter' && isLine) event.preventDefault()
          }}
        >
          <input type="hidden" name="id" value={editor.base.id} />
          <input type="hidden" name="basedOn" value={editor.base.basedOn} />
          <RecipeParts
            start={start}
            typed={typed}
            errors={answer === undefined ? {} : standingErrors(answer.errors, answer.typed, typed)}
            pictures={isNew ? 'upload' : 'edit'}
            onBusy={onBusy}
          />
          <FormPart id="check" heading="確認">
            <div className={css.previewHere}>{preview}</div>
            {answer === undefined ? null : (
              <Failure
                answer={answer}
                id={editor.base.id}
                onNew={(id) => editor.rebase({ ...editor.base, id })}
              />
            )}
            <div className={css.send}>
              {isNew ? null : (
                <ButtonLink to={href('/gallery/mypage', { tab: 'recipes' })} look="secondary" wide>
                  キャンセル
                </ButtonLink>
              )}
              <SubmitButton busy={isNew ? 'アップロード中...' : '保存しています…'} disabled={busy.size > 0}>
                {busy.size > 0 ? sendingText(busy) : isNew ? '作品を投稿する' : '保存する'}
              </SubmitButton>
            </div>
          </FormPart>
        </FormCard>
      </div>
      <aside className={css.aside}>{preview}</aside>
    </div>
  )
}

function Progress({
  typed,
  keptAt,
}: {
  readonly typed: TypedRecipe
  readonly keptAt: number | 'failed' | null
}) {
  const hasScript = useHasScript()
  return (
    <div className={css.progress}>
      <nav aria-label="入力の進みぐあい">
        <ol className={css.line}>
          {steps.map(({ id, name, isDone }, at) => {
            const done = isDone(typed)
            return (
              <li key={id} data-done={done || undefined}>
                <a href={`#${id}`}>
                  <span className={css.knot} aria-hidden="true">
                    {done ? '✓' : at + 1}
                  </span>
                  <span className={css.stepName}>{name}</span>
                  {done ? <span className="visually-hidden">（入力済み）</span> : null}
                </a>
              </li>
            )
          })}
        </ol>
      </nav>
      <p className={css.kept}>
        {keptAt === 'failed'
          ? 'この端末には下書きを保存できません。'
          : keptAt === null
            ? hasScript
              ? '入力すると、下書きがこの端末に保存されます。'
              : '\u00a0'
            : `下書きを保存しました ${timeOf(keptAt)}`}
      </p>
    </div>
  )
}

const timeOf = (moment: number): string =>
  new Date(moment).toLocaleTimeString('ja-JP', { hour: '2-digit', minute: '2-digit' })

/** Beside the button that was pressed, where it is seen. */
function Failure({
  answer,
  id,
  onNew,
}: {
  readonly answer: RecipeAnswer
  readonly id: string
  readonly onNew: (id: string) => void
}) {
  const { failure, newId, why = '' } = answer
  const isLost = useIsLost()
  const refusals = newId === null ? updateRefusals : uploadRefusals
  if (isLost) return null
  return (
    <Notice kind="error" actions={wayOn(answer, id, onNew)}>
      <p>{withReason(refusals[failure].text, why)}</p>
    </Notice>
  )
}

const wayOn = (
  { failure, newer, newId }: RecipeAnswer,
  id: string,
  onNew: (id: string) => void,
): ReactNode => {
  if (failure === 'not_signed_in')
    return <ButtonOutLink href={href('/gallery/login')}>ログインする</ButtonOutLink>
  if (newer === null) return null
  return (
    <>
      {newId === null ? null : (
        <Button type="submit" name="newId" value={newId} onClick={() => onNew(newId)}>
          新しい作品として投稿する
        </Button>
      )}
      <Button type="submit" look="danger" name="overwrite" value={newer}>
        この内容で上書きする
      </Button>
      <ButtonOutLink href={href('/gallery/detail/:recipeId', { recipeId: id })}>
        保存されている内容を見る
      </ButtonOutLink>
    </>
  )
}

/** The card of a recipe as lists will show it, while it is typed. */
export function CardPreview({ typed, author }: { readonly typed: TypedRecipe; readonly author: Author }) {
  const id = useId()
  const card = {
    id: recipeId('preview'),
    title: isVisible(typed.title) ? oneLine(typed.title) : 'タイトル',
    description: typed.description,
    mainImageUrl: typed.mainImageUrl,
    difficulty: difficultyLevelOf(typed.difficulty).name,
    cookingTime: cookingTimes.find((time) => time === typed.cookingTime) ?? null,
    likes: 0,
    createdAt: 0,
    author,
  }
  return (
    <div className={css.preview}>
      <p className={css.legend}>プレビュー</p>
      <p className="small">一覧では、このように見えます。</p>
      {/* A preview: its links lead nowhere yet. */}
      <div inert className={css.card}>
        <RecipeCards cards={[card]} sizes="20rem" idPrefix={id} />
      </div>
    </div>
  )
}
