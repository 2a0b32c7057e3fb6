/** Faults in orders of several parcels and in carriers' files. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'N63: an order has any number of parcels',
    text: 'found.size > mostParcels',
    instead: 'false && found.size',
  },
  {
    name: 'N63: a number stands twice in an order',
    text: 'if (!found.has(tracking)) found.set',
    instead: 'found.set',
  },
  {
    name: 'N63: parcels of before stay beside the new ones',
    text: "await trx.deleteFrom('furtherParcel').where('orderId', '=', orderId).execute()",
    instead: "await trx.selectFrom('furtherParcel').where('orderId', '=', orderId).execute()",
  },
  {
    name: 'N63: a form without numbers takes them away',
    text: 'if (typed.length === 0) return ok(kept)',
    instead: '',
  },
  {
    name: 'N63: undoing takes the numbers away, too',
    text: 'const parcels = order.parcels.filter(({ tracking }) => tracking !== null)',
    instead: 'const parcels = order.parcels.slice(0, 0)',
  },
  {
    name: 'N63: the desk finds no further number',
    text: "select order_id from further_parcel where tracking like ${like(whole)} escape '\\\\'",
    instead: 'select order_id from further_parcel where 1 = 0',
  },
  {
    name: 'N63: an order on the packing table shows its first parcel alone',
    text: 'further.get(row.id)',
    instead: '[]',
  },
  {
    name: 'N63: two numbers with a blank between are one',
    text: 'if (parts.length > 1 && parts.every(',
    instead: 'if (parts.length > 99 && parts.every(',
  },
  {
    name: 'N63: each blank begins another number',
    text: '.length ?? 0) >= shortestWhole',
    instead: '.length ?? 0) >= 1',
  },
  {
    name: 'N63: numbers in groups of four are one',
    text: '.length % 3 === 0 && fours.every',
    instead: '.length % 99 === 0 && fours.every',
  },
  {
    name: 'N63: a field takes the carrier of all its numbers from the form',
    text: 'carriersRead.get(tracking) ?? carrier',
    instead: 'carrier',
  },
  {
    name: 'N63: a number that was chosen by hand is lost',
    text: 'further.length === 0 ? tracking : withNumbers(tracking, further)',
    instead: 'tracking',
  },
  {
    name: 'N64: an order has any number of parcels from a file',
    text: 'if (found.length >= mostParcels) return false',
    instead: '',
  },
  {
    name: 'N64: a shortened number is one that cannot be read',
    text: 'isShortened(row.tracking) ? null : trackingsTyped(row.tracking)',
    instead: "trackingsTyped(row.tracking.replace(/[.+]/g, ''))",
  },
  {
    name: 'N64: zeros at the end are no doubt',
    text: 'if (endsInZeros(tracking))',
    instead: 'if (endsInZeros(tracking) && carrier === null)',
  },
  {
    name: "N64: a buyer's name alone is enough",
    text: '`${postalCodeRead(postalCode)} ${nameRead(name)}`',
    instead: 'nameRead(name)',
  },
  {
    name: 'N64: a postcode alone is enough',
    text: '`${postalCodeRead(postalCode)} ${nameRead(name)}`',
    instead: 'postalCodeRead(postalCode)',
  },
  {
    name: 'N64: no postcode fits no postcode',
    text: '(isPlace && byPlace.get(placeRead(row.postalCode, row.name)))',
    instead: 'byPlace.get(placeRead(row.postalCode, row.name))',
  },
  {
    name: 'N64: of two orders the first takes the number',
    text: 'here.length === 1 || order.trackings.includes(tracking)',
    instead: 'here.length > 0',
  },
  {
    name: 'N64: a number is asked about although an order has it',
    text: 'here.length === 1 || order.trackings.includes(tracking)',
    instead: 'here.length === 1',
  },
  {
    name: "N64: a number of a shipped order goes to today's",
    text: 'if (had !== undefined && !numbers.has(had)) tell',
    instead: "if (had === '') tell",
  },
  {
    name: "N64: a number that an order on the screen has is told as another's",
    text: 'had !== undefined && !numbers.has(had)',
    instead: 'had !== undefined',
  },
  {
    name: 'N64: numbers of any year are of earlier orders',
    text: "db.selectFrom('orders').where('shippedAt', '>=', since)",
    instead: "db.selectFrom('orders').where('shippedAt', '>=', since - since)",
  },
  {
    name: 'N64: a mended label is not known',
    text: 'label && printedLabel(label).name',
    instead: "label && ''",
  },
  {
    name: 'N64: a title hides the headings',
    text: 'const mostTitleRows = 10',
    instead: 'const mostTitleRows = 1',
  },
  {
    name: 'N64: UTF-16 without its mark is not read',
    text: 'if (even + odd === 0) return null',
    instead: 'return null',
  },
  {
    name: 'N64: a table with a heading is read as one without',
    text: 'heads.some((each) => score(each) > 0) ? null : withoutHeadings(cells, top)',
    instead: 'withoutHeadings(cells, top)',
  },
  {
    name: 'N64: a shipped order is not told',
    text: "if (state === 'shipped')",
    instead: 'if (state === undefined)',
  },
  {
    name: 'N64: an order behind the screen is not told',
    text: 'else if (waiting.has(id))',
    instead: 'else if (waiting.has(orderNumber))',
  },
]
