import { type CuratedList, curatedLists, mostItems } from '~/features/recipes/curation/rules.ts'
import { type MemberId, memberId } from '~/kernel/actor.ts'
import { searchText } from '~/kernel/search-text.ts'
import { placeholdersIn } from './rules.ts'
import { type Remark, type RowOfDocument, type RowsOf, rowsOf } from './types.ts'

/** What the shop has of what an export names. */
export interface KnownFacts {
  /** Members by their ids and by the ids that earlier exports had for them. */
  readonly members: ReadonlyMap<string, MemberId>
  /** By address; `proved` is false while nobody has followed the link that was sent there. */
  readonly addresses: ReadonlyMap<string, { readonly member: MemberId; readonly proved: boolean }>
  readonly recipes: ReadonlySet<string>
  readonly curated: Readonly<
    Record<CuratedList, readonly { readonly id: string; readonly compared: string }[]>
  >
}

export interface Verdicts {
  /** What is written: each of its members and recipes is there, or is written before it. */
  readonly rows: readonly RowOfDocument[]
  /** Members of the shop by the export's ids, those included that are written first. */
  readonly members: ReadonlyMap<string, MemberId>
  readonly remarks: readonly Remark[]
}

/**
 * Which rows can be written, and why not the others: what hangs on a document that is not taken over is not either (D34). `failed` has
 * why a file within a document cannot be kept, by hash. The same before and in the writing transaction.
 */
export const judge = (
  rows: readonly RowOfDocument[],
  facts: KnownFacts,
  failed: ReadonlyMap<string, string>,
): Verdicts => {
  const remarks: Remark[] = []
  const remark = ({ at, place, path }: RowOfDocument, what: Remark['what'], why: string) =>
    void remarks.push({ at, place, path, what, why })
  const refuseWhere = (why: (row: RowOfDocument) => string | undefined) => (row: RowOfDocument) => {
    const reason = why(row)
    if (reason !== undefined) remark(row, 'refused', reason)
    return reason === undefined
  }
  const single = rows.filter(refuseWhere(secondOf())).filter(refuseWhere(whyFileFailed(failed)))

  const members = new Map(facts.members)
  const accepted = rowsOf(single, 'member').filter(refuseWhere(whyNoMember(facts, members)))
  const whyNoRecipe = (row: RowOfDocument) =>
    row.kind !== 'recipe' || members.has(row.row.authorId)
      ? undefined
      : `投稿した会員（${row.row.authorId}）がいません`
  const recipes = rowsOf(single, 'recipe').filter(refuseWhere(whyNoRecipe))
  const there = new Set([...facts.recipes, ...recipes.map(({ row }) => row.id)])

  const whyHanging = (row: RowOfDocument) => {
    if (row.kind === 'like')
      return members.has(row.row.memberId) && there.has(row.row.recipeId)
        ? undefined
        : '会員か作品がありません'
    // The recipe of a favourite may be deleted; the favourite then says so (R12).
    if (row.kind === 'favourite') return members.has(row.row.memberId) ? undefined : '会員がいません'
    return row.kind === 'comment' && !there.has(row.row.recipeId) ? '作品がありません' : undefined
  }
  const others = single.filter(({ kind }) => kind !== 'member' && kind !== 'recipe' && kind !== 'curated')
  const hanging = others.filter(refuseWhere(whyHanging))
  for (const row of rowsOf(hanging, 'comment'))
    if (!members.has(row.row.authorId)) remark(row, 'note', '書いた会員がいないので、名前なしにします')
  const curated = curatedLists.flatMap((list) => judgedItems(list, rowsOf(single, 'curated'), facts, remark))
  return { rows: [...accepted, ...recipes, ...hanging, ...curated], members, remarks }
}

/** Why a row is not the first of its path. */
const secondOf = () => {
  const places = new Map<string, string>()
  return ({ path, place }: RowOfDocument): string | undefined => {
    const first = places.get(path)
    if (first === undefined) places.set(path, place)
    return first === undefined ? undefined : `同じ文書が${first}にもあります`
  }
}

const whyFileFailed = (failed: ReadonlyMap<string, string>) => (row: RowOfDocument) =>
  failed.size === 0
    ? undefined
    : placeholdersIn(JSON.stringify(row.row)).flatMap((hash) => failed.get(hash) ?? [])[0]

/** Adds each member that is not refused to `members`. */
const whyNoMember = (facts: KnownFacts, members: Map<string, MemberId>) => {
  const emails = new Map<string, string>()
  return (placed: RowOfDocument): string | undefined => {
    if (placed.kind !== 'member') return undefined
    const { id, email } = placed.row
    const twin = emails.get(email)
    emails.set(email, twin ?? placed.place)
    if (twin !== undefined) return `同じメールアドレスが${twin}にもあります`
    if (members.has(id)) return undefined
    const there = facts.addresses.get(email)
    if (there?.proved === false) return '同じメールアドレスの会員がいて、アドレスがまだ確かめられていません'
    members.set(id, there?.member ?? memberId(id))
    return undefined
  }
}

/** As they are appended (A22): in their order, each name once, up to the limit. */
const judgedItems = (
  list: CuratedList,
  rows: readonly RowsOf<'curated'>[],
  facts: KnownFacts,
  remark: (row: RowOfDocument, what: Remark['what'], why: string) => void,
): readonly RowOfDocument[] => {
  const there = facts.curated[list]
  const ids = new Set(there.map(({ id }) => id))
  const names = new Set(there.map(({ compared }) => compared))
  const inOrder = rows
    .filter(({ row }) => row.list === list)
    .toSorted(({ row: one }, { row: other }) => one.order - other.order || (one.id < other.id ? -1 : 1))
  let count = there.length
  return inOrder.filter((placed) => {
    const { id, name } = placed.row
    if (ids.has(id)) return true
    const compared = searchText(name)
    if (names.has(compared)) remark(placed, 'note', `「${name}」はもうあるので、写しません`)
    else if (count >= mostItems) remark(placed, 'refused', `お店では${mostItems}件までです`)
    else {
      names.add(compared)
      count += 1
      return true
    }
    return false
  })
}
