import { type Facts, sumFact } from '~/kernel/facts.ts'

/** What rows of the log keep that no act keeps today. */
export const formerFacts: Facts = {
  address: '住所',
  amount: sumFact('金額'),
  imageUrl: '写真',
  label: '端末',
  price: sumFact('価格'),
  state: '状態',
  number: null,
  passkey: null,
}
