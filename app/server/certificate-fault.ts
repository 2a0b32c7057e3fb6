/** Why the certificate of a server is not taken: its issuer, its time or its name. */
export type CertificateFault = 'certificate-unknown' | 'certificate-expired' | 'certificate-name'

const faults = new Map<string, CertificateFault>(
  Object.entries({
    DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-unknown',
    SELF_SIGNED_CERT_IN_CHAIN: 'certificate-unknown',
    UNABLE_TO_GET_ISSUER_CERT: 'certificate-unknown',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-unknown',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-unknown',
    CERT_UNTRUSTED: 'certificate-unknown',
    CERT_HAS_EXPIRED: 'certificate-expired',
    CERT_NOT_YET_VALID: 'certificate-expired',
    ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-name',
    HOSTNAME_MISMATCH: 'certificate-name',
  } as const),
)

/** By the code of Node's error, the same for a bucket, a database and a mail server; undefined for an error of any other kind. */
export const certificateFaultOf = (code: string): CertificateFault | undefined => faults.get(code)
