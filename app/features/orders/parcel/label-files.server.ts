import iconv from 'iconv-lite'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import {
  type Label,
  type LabelFacts,
  type LabelFormat,
  labelCells,
  labelText,
  rowsPerFile,
  sagawaColumns,
} from './labels.rules.ts'

/** The encoding of carriers' programs: Windows' Shift_JIS. */
const encoding = 'cp932'

/** Characters of a text that carriers' files lack, each once (N17). */
export const unprintable = (text: string): string[] => [
  ...new Set([...text].filter((sign) => iconv.decode(iconv.encode(sign, encoding), encoding) !== sign)),
]

const headers: Readonly<Record<LabelFormat, string>> = {
  clickpost:
    'お届け先郵便番号,お届け先氏名,お届け先敬称,お届け先住所1行目,お届け先住所2行目,お届け先住所3行目,お届け先住所4行目,内容品',
  b2: [
    'お客様管理番号,送り状種類,クール区分,伝票番号,出荷予定日,お届け予定日,配達時間帯,お届け先コード,お届け先電話番号',
    'お届け先電話番号枝番,お届け先郵便番号,お届け先住所,お届け先アパートマンション名,お届け先会社・部門１,お届け先会社・部門２',
    'お届け先名,お届け先名(ｶﾅ),敬称,ご依頼主コード,ご依頼主電話番号,ご依頼主電話番号枝番,ご依頼主郵便番号,ご依頼主住所',
    'ご依頼主アパートマンション,ご依頼主名,ご依頼主名(ｶﾅ),品名コード１,品名１,品名コード２,品名２,荷扱い１,荷扱い２,記事',
    'ｺﾚｸﾄ代金引換額（税込),内消費税額等,止置き,営業所コード,発行枚数,個数口表示フラグ,請求先顧客コード,請求先分類コード',
    '運賃管理番号,クロネコwebコレクトデータ登録,クロネコwebコレクト加盟店番号,クロネコwebコレクト申込受付番号１',
    'クロネコwebコレクト申込受付番号２,クロネコwebコレクト申込受付番号３,お届け予定ｅメール利用区分',
    'お届け予定ｅメールe-mailアドレス,入力機種,お届け予定ｅメールメッセージ,お届け完了ｅメール利用区分',
    'お届け完了ｅメールe-mailアドレス,お届け完了ｅメールメッセージ,クロネコ収納代行利用区分,予備,収納代行請求金額(税込)',
    '収納代行内消費税額等,収納代行請求先郵便番号,収納代行請求先住所,収納代行請求先住所（アパートマンション名）',
    '収納代行請求先会社・部門名１,収納代行請求先会社・部門名２,収納代行請求先名(漢字),収納代行請求先名(カナ)',
    '収納代行問合せ先名(漢字),収納代行問合せ先郵便番号,収納代行問合せ先住所,収納代行問合せ先住所（アパートマンション名）',
    '収納代行問合せ先電話番号,収納代行管理番号,収納代行品名,収納代行備考,複数口くくりキー,検索キータイトル1,検索キー1',
    '検索キータイトル2,検索キー2,検索キータイトル3,検索キー3,検索キータイトル4,検索キー4,検索キータイトル5,検索キー5',
    '予備,予備,投函予定メール利用区分,投函予定メールe-mailアドレス,投函予定メールメッセージ',
    '投函完了メール（お届け先宛）利用区分,投函完了メール（お届け先宛）e-mailアドレス,投函完了メール（お届け先宛）メールメッセージ',
    '投函完了メール（ご依頼主宛）利用区分,投函完了メール（ご依頼主宛）e-mailアドレス,投函完了メール（ご依頼主宛）メールメッセージ',
  ].join(','),
  sagawa: sagawaColumns.join(','),
  yupack:
    '管理番号,発送予定日,郵便番号,住所1,住所2,住所3,氏名,敬称,電話,品名,送り主氏名,送り主電話,送り主郵便番号,送り主住所',
}

const quoted = (cell: string): string => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Files of these problem-free labels in the carriers' encoding; none without labels. */
export const labelFiles = (format: LabelFormat, labels: readonly Label[], facts: LabelFacts): Buffer[] => {
  const most = rowsPerFile[format]
  return Array.from({ length: Math.ceil(labels.length / most) }, (_, file) => {
    const rows = labels
      .slice(file * most, (file + 1) * most)
      .map((label) => labelCells(format, label, facts).map(quoted).join(','))
    return iconv.encode([headers[format], ...rows, ''].join('\r\n'), encoding)
  })
}

/** The sender's fields of every label, from the settings; `date` as 2026-11-23. */
export const labelFacts = (
  { parcels, seller, name }: Pick<ShopSettings, 'parcels' | 'seller' | 'name'>,
  date: string,
): LabelFacts => {
  const [address = '', ...rest] = seller.address.split(/[ 　]/)
  const { postalCode, phone } = seller
  const sender = parcels.sender ?? { name, postalCode, address, building: rest.join('　'), phone }
  return {
    date,
    contents: labelText(parcels.contents),
    sender: {
      ...sender,
      name: labelText(sender.name),
      address: labelText(sender.address),
      building: labelText(sender.building),
    },
    yamatoKind: parcels.yamatoKind,
    yamatoCustomer: parcels.yamatoCustomer,
  }
}

/** Settings that no label can print. */
export const unprintableFacts = ({ contents, sender }: LabelFacts): string[] =>
  unprintable([contents, sender.name, sender.address, sender.building].join(''))
