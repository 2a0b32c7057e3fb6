import { useId } from 'react'
import { factNames, facts } from '~/features/products/fields.rules.ts'
import { kitLevels, levelName, type ProductType } from '~/features/products/rules.ts'
import { TextArea, TextField } from '~/ui/form.tsx'
import { productStates } from '../rules.ts'
import type { TypedProduct } from '../typed.rules.ts'
import css from './product-desk.module.css'

interface Parts {
  readonly typed: TypedProduct
  readonly errors: Readonly<Record<string, string>> | undefined
}

/** All fields of a product except photographs; the number of an existing product is fixed. */
export function ProductFields({
  typed,
  errors,
  type,
  isNew,
}: Parts & { readonly type: ProductType; readonly isNew: boolean }) {
  const field = (name: keyof Omit<TypedProduct, 'pictures'>, label: string) => ({
    name,
    label,
    defaultValue: typed[name],
    error: errors?.[name],
  })
  return (
    <>
      {isNew ? (
        <TextField
          {...field('number', '管理番号')}
          required
          hint="空いている次の番号です。変えてもかまいません。"
        />
      ) : (
        <input type="hidden" name="number" value={typed.number} />
      )}
      <TextField {...field('name', '名前')} required />
      <TextField {...field('reading', 'よみ')} hint="ひらがなかカタカナ。五十音順と検索に使います。" />
      {type === 'fabric' ? (
        factNames.map((name) => (
          <TextField key={name} {...field(name, facts[name].name)} hint={facts[name].hint} />
        ))
      ) : (
        <KitFields typed={typed} errors={errors} />
      )}
      <TextArea {...field('text', '説明')} />
      <TextField {...field('price', '価格（円・税込）')} required inputMode="numeric" />
      {isNew ? (
        <TextField
          {...field('stock', type === 'kit' ? '在庫（点数）' : '在庫')}
          hint={
            type === 'kit'
              ? '空なら、数えずに販売します。'
              : '「7、4」（つづきの枚数）や「3.5m」のように。空なら、数えずに販売します。'
          }
        />
      ) : null}
      <State typed={typed} />
      {type === 'fabric' ? <PlaceField typed={typed} isNew={isNew} /> : null}
    </>
  )
}

function KitFields({ typed, errors }: Parts) {
  const id = useId()
  return (
    <>
      <div className={css.select}>
        <label htmlFor={id}>レベル</label>
        <select id={id} name="level" defaultValue={typed.level}>
          {kitLevels.map((level) => (
            <option key={level} value={level}>
              {levelName(level)}
            </option>
          ))}
        </select>
      </div>
      <TextField
        name="fabricSize"
        label="使う布のサイズ"
        defaultValue={typed.fabricSize}
        error={errors?.fabricSize}
      />
      <TextField
        name="fabricNumbers"
        label="使う布の番号"
        hint="「、」で区切ります。"
        defaultValue={typed.fabricNumbers}
        error={errors?.fabricNumbers}
      />
    </>
  )
}

const stateHints = { 公開中: '販売します', 下書き: 'どこにも出ません', 掲載終了: 'お店から下げます' } as const

function State({ typed }: Pick<Parts, 'typed'>) {
  return (
    <fieldset className={css.states}>
      <legend>公開</legend>
      {productStates.map((state) => (
        <label key={state}>
          <input type="radio" name="status" value={state} defaultChecked={typed.status === state} />
          {state}
          <small>{stateHints[state]}</small>
        </label>
      ))}
    </fieldset>
  )
}

function PlaceField({ typed, isNew }: Pick<Parts, 'typed'> & { readonly isNew: boolean }) {
  const id = useId()
  return (
    <div className={css.select}>
      <label htmlFor={id}>一覧での順番</label>
      <select id={id} name="place" defaultValue={typed.place}>
        {isNew ? null : <option value="kept">いまの場所</option>}
        <option value="first">いちばん前</option>
        <option value="last">いちばん後ろ</option>
      </select>
    </div>
  )
}
