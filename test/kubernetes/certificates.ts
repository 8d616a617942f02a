/** Certificates of an authority that the test creates. */
import { generate } from 'selfsigned';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const YEAR_MS = 365 * 86_400_000;

export async function authority(name: string): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { cert: made.cert, key: made.private };
}

export async function issue(
  ca: Certificate,
  commonName: string,
  { names = [], addresses = [], expired = false }: { names?: string[]; addresses?: string[]; expired?: boolean } = {},
): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: { cert: ca.cert, key: ca.key },
    notBeforeDate: new Date(Date.now() - 2 * YEAR_MS),
    notAfterDate: new Date(Date.now() + (expired ? -YEAR_MS : YEAR_MS)),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true },
      { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...names.map(value => ({ type: 2 as const, value })),
          ...addresses.map(ip => ({ type: 7 as const, ip })),
        ],
      },
    ],
  });
  return { cert: made.cert, key: made.private };
}

export async function selfSigned(commonName: string): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: commonName }], { keyType: 'ec', algorithm: 'sha256' });
  return { cert: made.cert, key: made.private };
}
