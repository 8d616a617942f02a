/** A measurement with its circumstances: when, on which machine, of which versions and over which data. */
import type { Measurement } from './measurement.ts';

export interface Result extends Measurement {
  readonly date: string;
  readonly machine: {
    readonly cores: number;
    readonly cpu: string;
    readonly memoryGB: number;
    /** The load average of a minute before the run: what else the machine had to do. */
    readonly loadBefore: number;
  };
  readonly versions: { readonly fleetgraph: string; readonly commit: string; readonly node: string };
  /** The name that SET takes, and what it is in words. */
  readonly set: string;
  readonly dataSet: string;
}

/** What ONLY takes. */
export const benchmarkOf = ({ name }: Pick<Measurement, 'name'>): string => name.slice(0, name.indexOf(':'));

/** What exactly. */
export const subjectOf = ({ name }: Pick<Measurement, 'name'>): string => name.slice(name.indexOf(':') + 1).trim();
