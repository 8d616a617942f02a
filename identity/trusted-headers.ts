/**
 * Authenticates the caller that a proxy names in headers such as X-Remote-User and X-Remote-Group.
 *
 * Every client can send such headers. The headers count only with proof that the proxy sent them: a secret or a client
 * certificate that only the proxy has. A request with the headers but without proof is refused, so that operators
 * notice if the proxy has lost its secret. The proxy must remove these headers from its clients' requests, because a
 * group header added by a client would count too.
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
  /** Name of the header that contains one group. It is repeated for several groups. @default 'X-Remote-Group' */
  readonly groupHeader?: string;
  /**
   * Separator of groups, for proxies that put several groups into one header. @default none, so that a header is one
   * group
   */
  readonly groupSeparator?: string | undefined;
  /** Proof that the headers come from the proxy: this secret, a client certificate (`clientNames`), or both. */
  readonly sharedSecret?: { readonly header: string; readonly value: string } | undefined;
  /** Common names of accepted client certificates. */
  readonly clientNames?: readonly string[] | undefined;
}

const MAX_HEADER_BYTES = 4 * 1024;
/** Maximum number of bytes of a group header if `groupSeparator` is set. The header may then contain all groups. */
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
