/** Values that several parts of the configuration have. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { clusterNameProblem } from '../schema/cluster-name.ts';
import { parseDuration } from '../schema/duration.ts';

export const duration = z.string({ error: 'a duration is a number and a unit: 500ms, 10s, 5m or 1h' }).transform((text, context) => {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  context.addIssue({ code: 'custom', message: `"${text}" is not a duration. Write a number and a unit: 500ms, 10s, 5m or 1h` });
  return z.NEVER;
});

export const positive = z.number().int().positive();

export const clusterName = z.string().superRefine((name, context) => {
  const message = clusterNameProblem(name);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});

/** An IP address, or a network of them: `address/length`. */
export function isNetwork(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    rest.length === 0 && !address.includes('%') && (length === undefined ? bits > 0 : /^\d{1,3}$/.test(length) && Number(length) <= bits)
  );
}
