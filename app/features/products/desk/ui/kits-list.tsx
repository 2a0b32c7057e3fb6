import type { ReactNode } from 'react'
import type { DeskList } from '~/ui/list-declaration.ts'
import { deskProductPath } from './product-path.ts'

export interface Kit {
  readonly number: string
  readonly name: string
}

interface ShownKit extends Kit {
  readonly place: number
  readonly moves: ReactNode
}

/** キットの順番 as a list of the desk, which has one order alone. */
export const kitsList: DeskList<ShownKit> = {
  name: 'キットの順番',
  mark: 'number',
  keyOf: ({ number }) => number,
  to: ({ number }) => deskProductPath(number),
  columns: [
    {
      ...{ key: 'number', name: '番号', cell: ({ number }) => number },
      phone: {
        place: 'title',
        shows: ({ number, name }) => (
          <>
            <strong>{number}</strong> {name}
          </>
        ),
      },
    },
    { key: 'place', name: '順番', align: 'end', cell: ({ place }) => place },
    { key: 'name', name: '名前', cell: ({ name }) => name },
    { key: 'moves', name: '動かす', phone: { place: 'foot' }, cell: ({ moves }) => moves },
  ],
  filters: [],
  acts: [],
}
