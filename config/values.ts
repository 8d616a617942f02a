/** Types of values that several parts of the configuration use. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { clusterNameProblem } from '../schema/cluster-name.ts';
import { parseDuration } from '../schema/duration.ts';

export const duration = z
  .string({ error: 'a duration is a number and a unit: 500ms, 10s, 5m or 1h' })
  .transform((text, context) => {
    const ms = parseDuration(text);
    if (ms !== undefined) return ms;
    context.addIssue({
      code: 'custom',
      message: `"${text}" is not a duration. Write a number and a unit: 500ms, 10s, 5m or 1h`,
    });
    return z.NEVER;
  });

export const positive = z.number().int().positive();

const UNITS_OF_BYTES = { KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };
const MAX_BYTES = 4 * 1024 ** 3;

/** A size in bytes: a number, or a text with a unit. */
export const byteSize = z.union([z.number(), z.string()]).transform((size, context) => {
  const [, number, unit] = /^(\d{1,9})(KiB|MiB|GiB)$/.exec(String(size)) ?? [];
  const bytes = typeof size === 'number' ? size : Number(number) * UNITS_OF_BYTES[unit as keyof typeof UNITS_OF_BYTES];
  if (Number.isInteger(bytes) && bytes > 0 && bytes <= MAX_BYTES) return bytes;
  context.addIssue({
    code: 'custom',
    message: `"${size}" is not a size. Write a whole number of bytes, or a number and a unit: 512KiB or 16MiB, 4GiB at most`,
  });
  return z.NEVER;
});

export const clusterName = z.string().superRefine((name, context) => {
  const message = clusterNameProblem(name);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});

/** True for an IP address, or a network in the form `address/length`. */
export function isNetwork(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    rest.length === 0 &&
    !address.includes('%') &&
    (length === undefined ? bits > 0 : /^\d{1,3}$/.test(length) && Number(length) <= bits)
  );
}

/** Headers that the gateway or its HTTP client sets itself. */
const OWN_HEADERS = [
  'host',
  'connection',
  'content-length',
  'content-type',
  'transfer-encoding',
  'upgrade',
  'accept',
  'expect',
  'te',
  'traceparent',
  'x-request-id',
];

/** Name of a header that fleetgraph may be configured to send. */
export const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'a header name has letters, digits and -')
  .refine(name => !OWN_HEADERS.includes(name.toLowerCase()), {
    error: 'fleetgraph writes this header itself; leave it out',
  })
  .describe('The name of the header.');
