import { expect, test } from 'vitest'
import { draftsOf } from './tab-drafts.ts'

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
