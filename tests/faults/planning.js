/** Faults in days of arrival, and in how fabric is measured and laid out. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'N60: a holiday begins a day late',
    text: 'begins: startOf(from)',
    instead: 'begins: startOf(dayAfter(from))',
  },
  {
    name: 'N60: a holiday ends a day early',
    text: 'ends: startOf(dayAfter(to))',
    instead: 'ends: startOf(to)',
  },
  {
    name: 'N60: a holiday that is over',
    text: "if (holidayBounds({ from, to, message }).ends <= now) return refused('over')",
    instead: '',
  },
  {
    name: 'N60: a holiday longer than 60 days',
    text: ' || startOf(to) - startOf(from) >= longestDays * dayMs',
    instead: '',
  },
  { name: 'N60: a holiday that ends before it begins', text: '|| to < from ', instead: '' },
  { name: 'N60: a holiday years ahead', text: ' || startOf(from) > now + daysAhead * dayMs', instead: '' },
  {
    name: 'N60: a holiday that has not begun closes the shop',
    text: 'return holiday !== null && holidayBounds(holiday).begins <= now ? holiday : null',
    instead: 'return holiday',
  },
  {
    name: 'N60: a holiday that is over is shown',
    text: 'return holiday !== null && now < holidayBounds(holiday).ends ? holiday : null',
    instead: 'return holiday',
  },
  {
    name: 'N60: a plan that another screen has changed',
    text: "if (shown !== null && shown !== holidayMark(before)) return refused('stale')",
    instead: '',
  },
  {
    name: 'N60: a packer plans a holiday',
    text: "if (!isShopOwner(actor)) return refused('not-found')\n  const read = readHoliday(",
    instead: 'const read = readHoliday(',
  },
  {
    name: 'N60: a packer ends a holiday',
    text: "if (!isShopOwner(actor)) return refused('not-found')\n  const form = { requestId, content: shown }",
    instead: 'const form = { requestId, content: shown }',
  },
  {
    name: 'N60: the shop that is opened in a holiday stays closed',
    text: "if ((await presentHoliday(trx, ctx.now())) !== null) await rememberShopState(trx, 'holiday', '')",
    instead: '',
  },
  {
    name: 'N60: opening the shop before a holiday drops the plan',
    text: 'if ((await presentHoliday(trx, ctx.now())) !== null) await',
    instead: 'await',
  },
  {
    name: 'N60: arrival counts the days of a holiday',
    text: 'closedDays: holiday === null ? closedDays : [...closedDays, holiday]',
    instead: 'closedDays',
  },
  {
    name: 'P21: arrival is told though the law’s item counts no days',
    text: 'if (!countsWorkingDays(terms)) return null',
    instead: '',
  },
  { name: 'P21: a public holiday is a working day', text: '|| calendar.isHoliday(name)', instead: '' },
  {
    name: 'P21: a Sunday is a working day',
    text: 'return isOwn || off.has(weekdayOf(day)) ||',
    instead: 'return isOwn ||',
  },
  {
    name: 'P21: a day that the owner closed is a working day',
    text: 'return isOwn || off.has',
    instead: 'return off.has',
  },
  {
    name: 'P21: the last closed day is open',
    text: 'closed.from <= name && name <= closed.to',
    instead: 'closed.from <= name && name < closed.to',
  },
  {
    name: 'P21: the order’s own day counts',
    text: 'if (day > ordered) counted += 1',
    instead: 'counted += 1',
  },
  { name: 'P21: a cut-off on a Sunday', text: ' && !isClosed(calendar, off, today)\n', instead: '\n' },
  {
    name: 'P21: the cut-off itself is in time',
    text: 'moment >= cutOffOf(today, cutOff)',
    instead: 'moment > cutOffOf(today, cutOff)',
  },
  {
    name: 'P21: a year whose holidays are not known',
    text: 'if (Number(written(day).slice(0, 4)) > lastYear) return null',
    instead: '',
  },
  {
    name: 'P21: an open page stays on yesterday',
    text: 'arrivals.find(({ until }) => now < until)',
    instead: 'arrivals.find(({ until }) => now <= until)',
  },
  {
    name: 'P21: an order that is not paid arrives',
    text: 'paidAt === null ? null : arrivalText(calendarOf(settings, await plannedHoliday(db)), paidAt)',
    instead: 'arrivalText(calendarOf(settings, await plannedHoliday(db)), paidAt ?? 0)',
  },
  {
    name: 'P21: a cancelled order arrives',
    text: "arrival !== null && (kind === 'open' || kind === 'shipped')",
    instead: 'arrival !== null',
  },
  {
    name: 'P21: the 30th of February is a closed day',
    text: ' &&\n  new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value',
    instead: '',
  },
  { name: 'W40: mm are read as cm', text: "/ (named === 'mm' || named === 'ミリ' ? 10 : 1)", instead: '/ 1' },
  {
    name: 'W40: a pattern of no size',
    text: 'length >= 0.1 && length <= largestCm ? length : null',
    instead: 'length <= largestCm ? length : null',
  },
  {
    name: 'W40: somebody else’s picture is drawn',
    text: 'if (scale.picture !== null && isOurs)',
    instead: 'if (scale.picture !== null)',
  },
  {
    name: 'W41: a pattern with a top is turned',
    text: '(cutting.oneWay || box.width === box.height ? [box] :',
    instead: '(box.width === box.height ? [box] :',
  },
  {
    name: 'W41: a pattern with a top is turned afterwards',
    text: 'if (!cutting.oneWay && chance(2) === 0 &&',
    instead: 'if (chance(2) === 0 &&',
  },
  {
    name: 'W43: a part lies beyond the edge',
    text: 'if (x + box.width > side) break',
    instead: 'if (x > side) break',
  },
  {
    name: 'W43: a square is as long as a joined piece',
    text: 'joined ? Number.POSITIVE_INFINITY : side\n',
    instead: 'Number.POSITIVE_INFINITY\n',
  },
  {
    name: 'W43: half a unit is enough',
    text: 'Math.ceil(length / side)',
    instead: 'Math.floor(length / side)',
  },
  { name: 'W44: a part of 201 cm', text: 'cm >= 1 && cm <= longestCm', instead: 'cm >= 1' },
  { name: 'W44: 21 of a part', text: 'count >= 1 && count <= mostOfAKind', instead: 'count >= 1' },
  {
    name: 'W42: a panel without its seams',
    text: 'width: width + 2 * seam,\n      height: height + seam + (isLined',
    instead: 'width,\n      height: height + seam + (isLined',
  },
  {
    name: 'W42: one panel for both',
    text: '(isLined ? top.lined : top.alone),\n      count: 2',
    instead: '(isLined ? top.lined : top.alone),\n      count: 1',
  },
  {
    name: 'W42: a bag of one layer has no hem',
    text: '(isLined ? top.lined : top.alone)',
    instead: 'top.lined',
  },
  { name: 'W42: a mat has no hem', text: '2 * (isLined ? seam : hem)', instead: '2 * seam' },
  {
    name: 'W42: the back of a cushion does not close',
    text: 'height / 2 + 5 + seam + 3',
    instead: 'height / 2 + seam + 3',
  },
  {
    name: 'W42: handles are of the lining too',
    text: "if (lining === 'inside') return layer",
    instead: "if (lining === 'inside') return outside",
  },
  {
    name: 'W43: the usual answers join where nothing is joined',
    text: "joined === 'lengthwise' ? usual.joined : usual.squares",
    instead: 'usual.joined',
  },
  { name: 'W44: half a centimetre', text: 'cm >= 1 && cm <= longestCm', instead: 'cm <= longestCm' },
  {
    name: 'W44: none of a part',
    text: 'count >= 1 && count <= mostOfAKind',
    instead: 'count <= mostOfAKind',
  },
  { name: 'W44: half a part', text: 'Number.isInteger(count) && count', instead: 'count' },
  {
    name: 'W44: a part is cut too short',
    text: 'Math.ceil(Number(plain) * 10 - 1e-6) / 10',
    instead: 'Math.floor(Number(plain) * 10) / 10',
  },
  {
    name: 'W44: what no piece holds is laid out',
    text: 'const names = partsTooLarge(parts, cutting)\n',
    instead: 'const names: string[] = []\n',
  },
  {
    name: 'W44: a seventh kind of parts',
    text: 'measures.length < mostKinds ? (',
    instead: 'mostKinds > 0 ? (',
  },
  {
    name: 'W45: usual answers turn a pattern',
    text: '{ joined, oneWay: true }',
    instead: '{ joined, oneWay: false }',
  },
  {
    name: 'W40: a scale by number alone',
    text: '[number, name].find((key) =>',
    instead: '[number].find((key) =>',
  },
  {
    name: 'W40: a scale by name alone',
    text: '[number, name].find((key) =>',
    instead: '[name].find((key) =>',
  },
  {
    name: 'W41: a plain fabric has a top',
    text: "boolean => !`${name}${description}`.includes('無地')",
    instead: "boolean => `${name}${description}` !== ''",
  },
]
