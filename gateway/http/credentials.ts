/** The credentials of a request, independent of its content. */
import type { IncomingMessage } from 'node:http';
import type { AuthenticationRequest } from '../../identity/authenticator.ts';
import type { ClientAddress } from '../../identity/client-address.ts';
import { clientNameOf } from './listener.ts';

export function credentialsOf(request: IncomingMessage, clientAddress: ClientAddress): AuthenticationRequest {
  const { headers, rawHeaders, socket } = request;
  return {
    ...{ headers, rawHeaders, remoteAddress: socket.remoteAddress ?? '', clientAddress: clientAddress(request) },
    clientName: () => clientNameOf(socket),
  };
}
