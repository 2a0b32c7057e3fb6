import { useId } from 'react'
import { PictureField } from '~/features/pictures/ui/picture-field.tsx'
import { cookingTimeNames, levels } from '~/features/recipes/list.rules.ts'
import { cookingTimes } from '~/features/recipes/types.ts'
import { lengthText, tagsIn } from '~/kernel/text.ts'
import { TextArea, TextField } from '~/ui/form.tsx'
import { listLimits, textLimits } from '../form.rules.ts'
import { recipeLabels } from '../form.texts.ts'
import { ExplanationFields } from './explanation-fields.tsx'
import { FormPart, type PartProps } from './form-part.tsx'
import { MaterialLines } from './material-lines.tsx'
import { MovableRows } from './movable-rows.tsx'
import { Photographs } from './photographs.tsx'
import { UsedProductFields } from './product-fields.tsx'
import css from './recipe-editor.module.css'

/** 写真, 作品のこと, 材料とつくり方. */
export function RecipeParts(props: PartProps) {
  return (
    <>
      <FormPart id="photo" heading="写真">
        <Photographs {...props} />
      </FormPart>
      <FormPart id="about" heading="作品のこと">
        <About {...props} />
      </FormPart>
      <FormPart id="making" heading="材料とつくり方">
        <Making {...props} />
      </FormPart>
    </>
  )
}

function About({ start, typed, errors, onBusy }: PartProps) {
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
        <p id={`${id}-error`} className="error">
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
      <div className="row-2">
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
        <p id={id} className="error" data-fault tabIndex={-1}>
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

function Making(props: PartProps) {
  const { start, typed, errors, pictures, onBusy } = props
  return (
    <>
      <div className={css.group}>
        <h3>{recipeLabels.ingredients}</h3>
        <MaterialLines {...props} />
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
      <UsedProductFields {...props} />
    </>
  )
}
