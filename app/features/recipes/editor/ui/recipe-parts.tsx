import { useId } from 'react'
import { PictureField } from '~/features/pictures/ui/picture-field.tsx'
import { lengthText, tagsIn } from '~/kernel/text.ts'
import { TextArea, TextField } from '~/ui/form.tsx'
import { cookingTimeNames, levels } from '../../list.rules.ts'
import { cookingTimes } from '../../types.ts'
import { listLimits, textLimits } from '../form.rules.ts'
import { recipeLabels } from '../form.texts.ts'
import { ExplanationFields } from './explanation-fields.tsx'
import { FormPart, type PartProps } from './form-part.tsx'
import { MaterialLines } from './material-lines.tsx'
import { MovableRows } from './movable-rows.tsx'
import { Photographs } from './photographs.tsx'
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

/** Products that the author recommends: shown with their badge already here (P11). */
function UsedProductFields({ start, typed, errors, pictures, onBusy }: PartProps) {
  return (
    <details className={css.products} open={start.products.length > 0 || undefined}>
      <summary>
        {recipeLabels.products}
        <span className={css.optional}>任意</span>
      </summary>
      <p className="small">
        紹介した商品には、かならず<span className={css.badge}>PR／広告</span>
        の印がつきます。商品や謝礼を受け取っているときや、アフィリエイトのリンクは、ここに書いてください。
      </p>
      <MovableRows
        name="商品"
        look="cards"
        start={start.products}
        typed={typed.products}
        blank={(id) => ({ id, name: '', description: '', productUrl: '', price: '', imageUrl: '' })}
        most={listLimits.products}
        error={errors.products}
        onRemoved={(id) => onBusy(`product ${id}`, false)}
      >
        {(product, at) => {
          const error = (field: string) => errors[`products.${product.id}.${field}`]
          return (
            <>
              <input type="hidden" name="productId[]" value={product.id} />
              <TextField
                label="商品の名前"
                name="productName[]"
                required
                defaultValue={product.name}
                error={error('name')}
              />
              <TextField
                label="商品ページのURL"
                name="productUrl[]"
                inputMode="url"
                required
                placeholder="https://"
                defaultValue={product.productUrl}
                error={error('productUrl')}
              />
              <TextArea
                label="商品の説明"
                name="productDescription[]"
                rows={2}
                defaultValue={product.description}
                error={error('description')}
              />
              <TextField
                label="価格"
                name="productPrice[]"
                placeholder="1,200円"
                defaultValue={product.price}
                error={error('price')}
              />
              <PictureField
                label={`商品${at + 1}の写真`}
                name="productImage[]"
                rule={pictures}
                required={false}
                defaultValue={product.imageUrl}
                error={error('imageUrl')}
                onBusy={(isBusy) => onBusy(`product ${product.id}`, isBusy)}
              />
            </>
          )
        }}
      </MovableRows>
    </details>
  )
}
