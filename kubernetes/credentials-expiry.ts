/** Expiry of credentials, as stated in a JWT's claim or a certificate. Signatures are not verified. */
import { X509Certificate } from 'node:crypto';

/** Expiry in milliseconds since the epoch. Undefined if the token states none. */
export function tokenExpiry(token: string): number | undefined {
  const [, payload, , more] = token.split('.');
  if (payload === undefined || more !== undefined) return undefined;
  try {
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { exp?: unknown };
    return typeof exp === 'number' && Number.isFinite(exp) && exp > 0 && exp < 1e11 ? exp * 1_000 : undefined;
  } catch {
    return undefined;
  }
}

/** Expiry in milliseconds since the epoch. Undefined if the text is not a certificate. */
export function certificateExpiry(pem: string): number | undefined {
  try {
    const at = new X509Certificate(pem).validToDate.getTime();
    return Number.isFinite(at) ? at : undefined;
  } catch {
    return undefined;
  }
}
