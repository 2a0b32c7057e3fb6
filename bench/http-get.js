import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** Does not decompress. */
export const get = (origin, path, headers = {}) =>
  new Promise((resolve, reject) => {
    request(new URL(path, origin), { headers, agent: false }, async (answer) => {
      const body = await buffer(answer)
      resolve({ status: answer.statusCode, headers: answer.headers, body })
    })
      .on('error', reject)
      .end()
  })
