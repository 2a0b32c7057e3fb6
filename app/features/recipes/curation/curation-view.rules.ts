import { href } from '~/href.ts'
import { type CuratedList, curatedLists } from './curation.rules.ts'

export type Done = 'up' | 'down' | 'saved' | 'deleted'

export interface CurationView {
  readonly list: CuratedList
  /** The item whose form is open, or `new`. */
  readonly edit?: string
  readonly remove?: string
  /** The last act; `item` is its item, or the neighbour of a deleted one. */
  readonly done?: Done
  readonly item?: string
}

const longestId = 64

export const curationView = (search: URLSearchParams): CurationView => {
  const id = (name: string) => (search.get(name) ?? '').slice(0, longestId)
  const [edit, remove, item] = [id('edit'), id('remove'), id('item')]
  const done = (['up', 'down', 'saved', 'deleted'] as const).find((each) => each === search.get('done'))
  return {
    list: curatedLists.find((each) => each === search.get('tab')) ?? 'keywords',
    ...(edit === '' ? {} : { edit }),
    ...(edit !== '' || remove === '' ? {} : { remove }),
    ...(done === undefined ? {} : { done, item }),
  }
}

export const curationPath = ({ list, ...rest }: CurationView): string =>
  href('/gallery/admin', { tab: list === 'keywords' ? undefined : list, ...rest })
