import { Command } from 'commander';
import { readFileSync } from 'node:fs';

export function version(): string {
  for (const place of ['../../package.json', '../../../package.json']) {
    try {
      return (JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8')) as { version: string }).version;
    } catch {
      continue; // the compiled file is one folder deeper than its source
    }
  }
  return 'unknown';
}

export function versionCommand(): Command {
  return new Command('version')
    .description('Print the version of fleetgraph and of Node')
    .action(() => console.log(`fleetgraph ${version()} (node ${process.versions.node})`));
}
