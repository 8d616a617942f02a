/** A measurement with its time, machine, versions and data set. */
import type { Measurement } from './measurement.ts';

export interface Result extends Measurement {
  readonly date: string;
  readonly machine: {
    readonly cores: number;
    readonly cpu: string;
    readonly memoryGB: number;
    /** Load average of the machine in the minute before the run. Shows other work of the machine. */
    readonly loadBefore: number;
  };
  readonly versions: { readonly fleetgraph: string; readonly commit: string; readonly node: string };
  /** Value of SET. `dataSet` is its description. */
  readonly set: string;
  readonly dataSet: string;
}

/** Name of the benchmark, which is the value of ONLY. */
export const benchmarkOf = ({ name }: Pick<Measurement, 'name'>): string => name.slice(0, name.indexOf(':'));

/** Name of the measurement without the name of its benchmark. */
export const subjectOf = ({ name }: Pick<Measurement, 'name'>): string => name.slice(name.indexOf(':') + 1).trim();
