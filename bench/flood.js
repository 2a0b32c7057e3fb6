// One load in a process of its own, so that it does not slow the measuring one.
import autocannon from 'autocannon'

process.once('message', ({ url, connections, seconds, perSecond, goodMs }) => {
  const counts = { good: 0, late: 0, refused: 0, other: 0 }
  const load = autocannon(
    { url, connections, duration: seconds, ...(perSecond === undefined ? {} : { overallRate: perSecond }) },
    (error, { errors, duration }) => {
      if (error) throw error
      process.send({ ...counts, errors, seconds: duration }, () => process.disconnect())
    },
  )
  load.on('response', (_client, status, _bytes, ms) => {
    if (status === 200) counts[ms <= goodMs ? 'good' : 'late'] += 1
    else counts[status === 503 ? 'refused' : 'other'] += 1
  })
})
