import { type ReactNode, useId } from 'react'
import { PictureField } from '~/features/pictures/ui/picture-field.tsx'
import type { PictureRuleName } from '~/features/pictures/ui/prepare-picture.ts'
import { levels } from '~/features/recipes/list.rules.ts'
import { cookingTimeNames } from '~/features/recipes/texts.ts'
import { cookingTimes } from '~/features/recipes/types.ts'
import { lengthText, tagsIn } from '~/kernel/text.ts'
import { TextArea, TextField } from '~/ui/form.tsx'
import { listLimits, type RecipeErrors, type TypedRecipe, textLimits } from '../form.rules.ts'
import { recipeLabels } from '../form.texts.ts'
import { ExplanationFields } from './explanation-fields.tsx'
import { MovableRows } from './movable-rows.tsx'
import { ProductFields } from './product-fields.tsx'
import css from './recipe-editor.module.css'

export interface PartsProps {
  readonly start: TypedRecipe
  readonly typed: TypedRecipe
  readonly errors: RecipeErrors
  /** Of newly chosen pictures (R3). */
  readonly pictures: PictureRuleName
  /** While something of this name is on its way; undefined once it has gone. */
  readonly onBusy: (name: string, isBusy: boolean) => void
}

/** One of the four parts of the form, and where the line of progress leads. */
export function Part({
  id,
  heading,
  children,
}: {
  readonly id: string
  readonly heading: string
  readonly children: ReactNode
}) {
  return (
    <section id={id} className={css.part} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      {children}
    </section>
  )
}

/** 写真, 作品のこと, 材料とつくり方. */
export function RecipeParts(props: PartsProps) {
  const { start, errors, pictures, onBusy } = props
  return (
    <>
      <Part id="photo" heading="写真">
        <PictureField
          label={recipeLabels.mainImageUrl}
          name="mainImageUrl"
          rule={pictures}
          required={false}
          defaultValue={start.mainImageUrl}
          error={errors.mainImageUrl}
          onBusy={(isBusy) => onBusy('main', isBusy)}
        />
      </Part>
      <Part id="about" heading="作品のこと">
        <About {...props} />
      </Part>
      <Part id="making" heading="材料とつくり方">
        <Making {...props} />
      </Part>
    </>
  )
}

function About({ start, typed, errors, onBusy }: PartsProps) {
  return (
    <>
      <TextField
        label={recipeLabels.title}
        name="title"
        required
        defaultValue={start.title}
        error={errors.title}
        hint={lengthText(typed.title, textLimits.title)}
      />
      <TextArea
        label={recipeLabels.description}
        name="description"
        required
        rows={6}
        defaultValue={start.description}
        error={errors.description}
        hint={lengthText(typed.description, textLimits.description)}
      />
      <CookingTime start={start.cookingTime} error={errors.cookingTime} />
      <Difficulty start={start.difficulty} error={errors.difficulty} />
      <TextField
        label={recipeLabels.tags}
        name="tags"
        defaultValue={start.tags}
        error={errors.tags}
        placeholder="バッグ、入園グッズ"
        hint={`「、」か空白で区切って${listLimits.tags}個まで（いま${tagsIn(typed.tags).length}個）。場面や使った布の名前を入れると、見つけてもらいやすくなります。`}
      />
      <ExplanationFields
        start={start}
        typed={typed}
        errors={errors}
        onBusy={(isBusy) => onBusy('pdf', isBusy)}
      />
    </>
  )
}

function CookingTime({ start, error }: { readonly start: string; readonly error: string | undefined }) {
  const id = useId()
  return (
    <div className={css.field}>
      <label htmlFor={id} className={css.legend}>
        {recipeLabels.cookingTime}
      </label>
      <select
        id={id}
        name="cookingTime"
        className={css.select}
        required
        defaultValue={start}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        <option value="">選択してください</option>
        {cookingTimes.map((time) => (
          <option key={time} value={time}>
            {cookingTimeNames[time]}
          </option>
        ))}
      </select>
      {error ? (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      ) : null}
    </div>
  )
}

function Difficulty({ start, error }: { readonly start: string; readonly error: string | undefined }) {
  const id = useId()
  return (
    <fieldset className={css.explanation} aria-describedby={error ? id : undefined}>
      <legend className={css.legend}>{recipeLabels.difficulty}</legend>
      <div className={css.radios}>
        {levels.map(({ name, dots }) => (
          <label key={name} className={css.radio}>
            <input type="radio" name="difficulty" value={name} defaultChecked={start === name} />
            <span aria-hidden="true" className={css.dots}>
              {dots}
            </span>
            {name}
          </label>
        ))}
      </div>
      {error ? (
        <p id={id} className={css.error} data-fault tabIndex={-1}>
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

function Making(props: PartsProps) {
  const { start, typed, errors, pictures, onBusy } = props
  return (
    <>
      <div className={css.group}>
        <h3>{recipeLabels.ingredients}</h3>
        <MovableRows
          name={recipeLabels.ingredients}
          look="lines"
          start={start.ingredients}
          typed={typed.ingredients}
          blank={(id) => ({ id, text: '' })}
          most={listLimits.ingredients}
          error={errors.ingredients}
        >
          {({ id, text }, at) => (
            <>
              <input type="hidden" name="ingredientId[]" value={id} />
              <TextField
                label={`${recipeLabels.ingredients}${at + 1}`}
                name="ingredient[]"
                defaultValue={text}
                error={errors[`ingredients.${id}.text`]}
                {...(at === 0 ? { placeholder: '綿麻キャンバス 50cm × 1枚' } : {})}
              />
            </>
          )}
        </MovableRows>
      </div>
      <div className={css.group}>
        <h3>{recipeLabels.steps}</h3>
        <MovableRows
          name="手順"
          look="cards"
          start={start.steps}
          typed={typed.steps}
          blank={(id) => ({ id, description: '', imageUrl: '' })}
          most={listLimits.steps}
          error={errors.steps}
          onRemoved={(id) => onBusy(`step ${id}`, false)}
        >
          {({ id, description, imageUrl }, at) => (
            <>
              <input type="hidden" name="stepId[]" value={id} />
              <TextArea
                label={`手順${at + 1}の説明`}
                name="step[]"
                rows={3}
                defaultValue={description}
                error={errors[`steps.${id}.description`]}
              />
              <PictureField
                label={`手順${at + 1}の写真`}
                name="stepImage[]"
                rule={pictures}
                required={false}
                defaultValue={imageUrl}
                error={errors[`steps.${id}.imageUrl`]}
                onBusy={(isBusy) => onBusy(`step ${id}`, isBusy)}
              />
            </>
          )}
        </MovableRows>
      </div>
      <ProductFields {...props} />
    </>
  )
}
