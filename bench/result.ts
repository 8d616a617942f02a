/** A measurement with its time, machine, versions and data set. */
import type { Measurement } from './measurement.ts';

export interface Result extends Measurement {
  readonly date: string;
  readonly machine: {
    readonly cores: number;
    readonly cpu: string;
    readonly memoryGB: number;
    /** The load average of the minute before the run: other work of the machine. */
    readonly loadBefore: number;
  };
  readonly versions: { readonly fleetgraph: string; readonly commit: string; readonly node: string };
  /** The value for SET, and its description. */
  readonly set: string;
  readonly dataSet: string;
}

/** The value for ONLY. */
export const benchmarkOf = ({ name }: Pick<Measurement, 'name'>): string => name.slice(0, name.indexOf(':'));

/** The rest of the name. */
export const subjectOf = ({ name }: Pick<Measurement, 'name'>): string => name.slice(name.indexOf(':') + 1).trim();
