import type { Refusal, Refusals } from '~/kernel/refusal.ts'
import { isVisible } from '~/kernel/text.ts'
import {
  type CuratedList,
  type CurationDone,
  type ItemFailure,
  type ItemNameFault,
  longestItemName,
  longestTag,
  mostItems,
  mostTags,
} from './rules.ts'

export const listWords: Readonly<
  Record<CuratedList, { readonly heading: string; readonly item: string; readonly name: string }>
> = {
  keywords: { heading: '人気のキーワード', item: 'キーワード', name: 'キーワード名' },
  situations: { heading: '場面のカテゴリ', item: 'カテゴリ', name: 'カテゴリ名' },
}

export const nameText = (list: CuratedList, fault: ItemNameFault): string => {
  const { name } = listWords[list]
  if (fault === 'name_missing') return `${name}を入力してください`
  if (fault === 'name_too_long') return `${name}は${longestItemName}文字以内で入力してください。`
  return `${name}には、文字か数字を入れてください。記号だけでは作品をさがせません。`
}

export const itemTexts = {
  placeWrong: '順番は、1、2、3のような数字で入力してください。',
  noSuchPicture: 'この写真は使えないか、時間がたって片づけられています。もう一度選んでください。',
  tagsTooMany: `タグは${mostTags}個までにしてください。`,
  tagTooLong: `タグは、1つを${longestTag}文字以内にしてください。「、」や空白で区切れます。`,
} as const

export const nameTakenText = (name: string): string => `「${name}」は、もうあります。別の名前にしてください。`
export const fullText = (list: CuratedList): string =>
  `${listWords[list].item}は${mostItems}件までです。ほかを削除してから追加してください。`

const kept = '入力した内容はこの画面に残っています。'
const enterAgain = '新しいタブで管理画面に入り直してから、このページでもう一度押してください。'

export const itemRefusal = (failure: ItemFailure, name: string): Refusal => {
  const item = isVisible(name) ? `「${name}」` : '新しい項目'
  const refusals: Refusals<ItemFailure> = {
    faults: {
      status: 422,
      text: '赤い文字で示したところを直してください。入力した内容はそのまま残っています。',
    },
    notSignedIn: {
      status: 401,
      text: `管理画面の期限が切れたため、${item}はまだ変わっていません。${enterAgain}`,
    },
    changedMeanwhile: {
      status: 409,
      text: `${item}は、ほかの画面で先に変更されています。まだ保存していません。${kept}`,
    },
    gone: { status: 404, text: `${item}は、ほかの画面で先に削除されています。` },
    notSaved: { status: 500, text: `${item}を保存できませんでした。もう一度お試しください。${kept}` },
    first: { status: 409, text: `${item}は、もういちばん上です。` },
    last: { status: 409, text: `${item}は、もういちばん下です。` },
    notMoved: { status: 500, text: `${item}を動かせませんでした。もう一度お試しください。` },
    movedMeanwhile: {
      status: 409,
      text: `並び順が、ほかの画面で先に変わりました。いまの並びを確かめて、${item}をもう一度動かしてください。`,
    },
    changedBeforeDeletion: {
      status: 409,
      text: `${item}は、ほかの画面で先に変更されています。いまの内容を確かめてから、もう一度削除してください。`,
    },
    notDeleted: { status: 500, text: `${item}を削除できませんでした。もう一度お試しください。` },
  }
  return refusals[failure]
}

export const curationDoneText = (
  done: CurationDone,
  item: { readonly name: string; readonly place: number } | undefined,
): string => {
  if (done === 'deleted') return '削除しました。'
  if (item === undefined) return ''
  return done === 'saved'
    ? `「${item.name}」を保存しました（${item.place}番目）。`
    : `「${item.name}」を${item.place}番目に移しました。`
}
