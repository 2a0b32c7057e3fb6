import { href } from '~/href.ts'
import { deskDay } from '~/kernel/dates.ts'
import type { DeskList } from '~/ui/list-declaration.ts'
import { type ListedMember, type MemberFilterKey, type MemberSort, marksOfMember } from '../rules.ts'

const yesOrNo = (yes: string, no: string) => [
  { value: 'yes', name: yes },
  { value: 'no', name: no },
]

/** 会員 as a list of the desk. */
export const membersList: DeskList<ListedMember, MemberSort, MemberFilterKey> = {
  name: '会員',
  mark: 'member',
  keyOf: ({ id }) => id,
  to: ({ id }) => href('/admin/members/:id', { id }),
  columns: [
    { key: 'name', name: '名前', sorts: 'asc', phone: { place: 'title' }, cell: ({ name }) => name },
    { key: 'email', name: 'メールアドレス', phone: { place: 'second' }, cell: ({ email }) => email },
    { key: 'joined', name: '登録', sorts: 'desc', cell: ({ joinedAt }) => deskDay(joinedAt) },
    {
      ...{ key: 'recipes', name: '作品', sorts: 'desc', align: 'end' },
      phone: { place: 'end', shows: ({ recipes }) => (recipes === 0 ? null : `作品${recipes}点`) },
      cell: ({ recipes }) => recipes,
    },
    {
      ...{ key: 'comments', name: 'コメント', sorts: 'desc', align: 'end' },
      cell: ({ comments }) => comments,
    },
    {
      key: 'marks',
      name: '状態',
      phone: { place: 'foot' },
      cell: (member) => marksOfMember(member).join('・'),
    },
  ],
  filters: [
    { key: 'verified', name: 'メールアドレス', kind: 'choice', choices: yesOrNo('確認済み', '未確認') },
    { key: 'recipes', name: '作品', kind: 'choice', choices: yesOrNo('あり', 'なし') },
    { key: 'posting', name: '投稿', kind: 'choice', choices: yesOrNo('できる', '止めている') },
    { key: 'commenting', name: 'コメント', kind: 'choice', choices: yesOrNo('できる', '止めている') },
    { key: 'suspended', name: '停止中のみ', kind: 'flag' },
  ],
  acts: [],
}
