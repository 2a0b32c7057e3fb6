import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface CertificateForTests {
  /** Files in PEM; the certificate is its own issuer. */
  readonly cert: string
  readonly key: string
}

/** For the host `name`, `IP:127.0.0.1` or `DNS:other.test`; handed to `atEnd` to be removed. Needs openssl, which comes with PostgreSQL's packages. */
export const certificateForTests = async (
  name: string,
  atEnd: (remove: () => Promise<void>) => void,
): Promise<CertificateForTests> => {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test'
  await promisify(execFile)('openssl', [
    ...words.split(' '),
    '-addext',
    `subjectAltName=${name}`,
    '-keyout',
    key,
    '-out',
    cert,
  ])
  return { cert, key }
}
