/**
 * The refusals of an API server, with the messages of Kubernetes (k8s.io/apimachinery pkg/api/errors), so that clients
 * handle them like refusals of a real server.
 */
import type { SimulatedResource } from './resources.ts';

interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly retryAfterSeconds?: number;
}

export class StatusError extends Error {
  override name = 'StatusError';
  readonly code: number;
  readonly reason: string;
  readonly details: StatusDetails | undefined;

  constructor(code: number, reason: string, message: string, details?: StatusDetails) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.details = details;
  }

  toJSON(): Record<string, unknown> {
    const { message, reason, details, code } = this;
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      reason,
      ...(details && { details }),
      code,
    };
  }
}

type Named = Pick<SimulatedResource, 'group' | 'plural'>;

/** Name of a resource in messages: `pods` or `deployments.apps`. */
function qualified({ group, plural }: Named): string {
  return group === '' ? plural : `${plural}.${group}`;
}

function detailsOf({ group, plural }: Named, name?: string): StatusDetails {
  return { ...(name && { name }), ...(group !== '' && { group }), kind: plural };
}

export function unauthorized(): StatusError {
  return new StatusError(401, 'Unauthorized', 'Unauthorized');
}

export function forbidden(resource: Named, name: string, why: string): StatusError {
  const subject = name === '' ? qualified(resource) : `${qualified(resource)} "${name}"`;
  return new StatusError(403, 'Forbidden', `${subject} is forbidden: ${why}`, detailsOf(resource, name));
}

export function notFound(resource: Named, name: string): StatusError {
  return new StatusError(404, 'NotFound', `${qualified(resource)} "${name}" not found`, detailsOf(resource, name));
}

export function notServed(): StatusError {
  return new StatusError(404, 'NotFound', 'the server could not find the requested resource', {});
}

export function methodNotAllowed(): StatusError {
  return new StatusError(
    405,
    'MethodNotAllowed',
    'the server does not allow this method on the requested resource',
    {},
  );
}

export function alreadyExists(resource: Named, name: string): StatusError {
  return new StatusError(
    409,
    'AlreadyExists',
    `${qualified(resource)} "${name}" already exists`,
    detailsOf(resource, name),
  );
}

export function conflict(resource: Named, name: string): StatusError {
  const what = `Operation cannot be fulfilled on ${qualified(resource)} "${name}"`;
  const why = 'the object has been modified; please apply your changes to the latest version and try again';
  return new StatusError(409, 'Conflict', `${what}: ${why}`, detailsOf(resource, name));
}

export function badRequest(message: string): StatusError {
  return new StatusError(400, 'BadRequest', message);
}

export function invalid(resource: SimulatedResource, name: string, why: string): StatusError {
  return new StatusError(
    422,
    'Invalid',
    `${resource.kind}${resource.group && `.${resource.group}`} "${name}" is invalid: ${why}`,
    detailsOf(resource, name),
  );
}

export function expiredContinue(): StatusError {
  const message =
    'The provided continue parameter is too old to display a consistent list result. You must start a new list without the continue parameter.';
  return new StatusError(410, 'Expired', message);
}

export function expiredVersion(requested: number, oldest: number): StatusError {
  return new StatusError(410, 'Expired', `too old resource version: ${requested} (${oldest})`);
}

export function versionTooLarge(requested: number, current: number): StatusError {
  return new StatusError(504, 'Timeout', `Too large resource version: ${requested}, current: ${current}`, {
    retryAfterSeconds: 1,
  });
}
