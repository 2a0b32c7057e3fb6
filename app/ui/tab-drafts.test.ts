import { expect, test } from 'vitest'
import { draftName, draftsOf } from './tab-drafts.ts'

const draft = (key: string, keptAt?: number) => ({ key, text: JSON.stringify({ entries: [], keptAt }) })

test('R19: the drafts of one name are those of all its tabs, the last written first, one without a time last', () => {
  const stored = [
    draft('works:hana'),
    draft('works:hana#1', 100),
    draft('works:hana#2', 300),
    draft('works:hana:work-1', 400),
    draft('works:hana:work-1#3', 400),
    draft('works:hanako', 400),
    { key: 'works:hana#4', text: 'torn' },
  ]
  expect(draftsOf('works:hana', stored).map(({ key }) => key)).toEqual([
    'works:hana#2',
    'works:hana#1',
    'works:hana',
    'works:hana#4',
  ])
})

test.each([
  [
    ['product', 'W-1'],
    ['product', 'W-1#2'],
  ],
  [
    ['product', 'a:b'],
    ['product:a', 'b'],
  ],
  [
    ['product', 'a#b'],
    ['product', 'a%23b'],
  ],
])('R19: a draft of %j is none of %j', (one, other) => {
  const drafts = [draft(draftName('desk', ...other)), draft(`${draftName('desk', ...other)}#1-2`)]
  expect(draftsOf(draftName('desk', ...one), drafts)).toEqual([])
  expect(draftsOf(draftName('desk', ...other), drafts)).toHaveLength(2)
})
