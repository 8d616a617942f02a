/**
 * The caller as an authenticating proxy names them, in headers such as X-Remote-User and X-Remote-Group.
 *
 * Every client can send such headers. They count only with proof that they come from the proxy: a secret that only the
 * proxy knows, or a client certificate that only it has. Without proof the request is refused, so that a proxy that
 * lost its secret is noticed. The proxy must drop these headers from its clients' requests: Group headers add up, and
 * one that a client slipped in would count.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import {
  type AcceptanceRules,
  acceptIdentity,
  type Authenticator,
  BadCredentialsError,
  headerValues,
  singleHeader,
} from './authenticator.ts';

export interface TrustedHeaders {
  /** @default 'X-Remote-User' */
  readonly userHeader?: string;
  /** One group per header; repeat the header for several. @default 'X-Remote-Group' */
  readonly groupHeader?: string;
  /**
   * Separator of groups in one header, for proxies that join them. @default a header is one group, whatever is in it
   */
  readonly groupSeparator?: string | undefined;
  /** Proof that the headers come from the proxy: one of the two, or both. */
  readonly sharedSecret?: { readonly header: string; readonly value: string } | undefined;
  /** Common names of client certificates. */
  readonly clientNames?: readonly string[] | undefined;
}

const MAX_HEADER_BYTES = 4 * 1024;
/** All groups may be in one header. */
const MAX_GROUPS_BYTES = 64 * 1024;

export function trustedHeaders(
  {
    userHeader = 'X-Remote-User',
    groupHeader = 'X-Remote-Group',
    groupSeparator,
    sharedSecret,
    clientNames,
  }: TrustedHeaders,
  rules: AcceptanceRules = {},
): Authenticator {
  if (sharedSecret?.value === '') {
    throw new Error(
      `The shared secret for header ${sharedSecret.header} is empty, so every client could name any user in ${userHeader}. Set the environment variable it is read from.`,
    );
  }
  if (!sharedSecret && !clientNames?.length)
    throw new Error(
      `Nothing proves that ${userHeader} is the proxy's: give a shared secret, or names of client certificates.`,
    );
  const expected = sharedSecret && sha256(sharedSecret.value);
  const groupsOf = (value: string) =>
    groupSeparator === undefined ? [value] : value.split(groupSeparator).map(group => group.trim());
  return {
    type: 'header',
    async authenticate({ rawHeaders, clientName }) {
      const users = headerValues(rawHeaders, userHeader, MAX_HEADER_BYTES);
      if (users.length === 0) return undefined;
      if (sharedSecret && expected) {
        const secret = singleHeader(rawHeaders, sharedSecret.header, MAX_HEADER_BYTES);
        if (secret === undefined || !timingSafeEqual(sha256(secret), expected)) {
          throw new BadCredentialsError(
            `Header ${userHeader} is taken from the trusted proxy only, and the secret in ${sharedSecret.header} is missing or wrong.`,
            'secret',
          );
        }
      }
      if (clientNames && !clientNames.includes(clientName?.() ?? '')) {
        throw new BadCredentialsError(
          `Header ${userHeader} is taken from the trusted proxy only, and its client certificate is missing, or another's.`,
          'secret',
        );
      }
      const user = singleHeader(rawHeaders, userHeader, MAX_HEADER_BYTES) ?? '';
      const groups = headerValues(
        rawHeaders,
        groupHeader,
        groupSeparator === undefined ? MAX_HEADER_BYTES : MAX_GROUPS_BYTES,
      );
      return acceptIdentity({ user, groups: groups.flatMap(groupsOf).filter(group => group !== '') }, rules);
    },
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
