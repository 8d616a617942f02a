/** Reads the types of kinds from the files in `kinds.types`, and validates them. */
import { readFileSync } from 'node:fs';
import type { Config } from '../../config/schema.ts';
import { checkKindTypes } from '../../schema/kinds/check-kind-types.ts';
import { KindSchemaError } from '../../schema/kinds/kind-schema.ts';
import { subgraphSdl } from '../../schema/sdl.ts';
import { UsageError } from '../usage-error.ts';

/** @throws UsageError that names the file and its problem */
export function openKindTypes({ kinds: { types: files } }: Pick<Config, 'kinds'>): string[] {
  const texts: string[] = [];
  for (const file of files) {
    try {
      const text = readFileSync(file, 'utf8');
      checkKindTypes(text, subgraphSdl('live', texts));
      texts.push(text);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== undefined) throw new UsageError(`kinds.types: ${file} cannot be read (${code}).`);
      throw error instanceof KindSchemaError ? new UsageError(`kinds.types: ${file}: ${error.message}`) : error;
    }
  }
  return texts;
}
