/** Reloads mutated configurations. Each one is either valid, or refused with one log line that contains no secret. */
import { expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { checkPolicies } from '../../../cli/serve/cluster-sources.ts';
import { followConfig } from '../../../cli/serve/reload.ts';
import { loadConfig } from '../../../config/load.ts';
import { configSchema, type Config } from '../../../config/schema.ts';
import { RecordedLog } from '../../clusters/fixtures.ts';
import { generator, mutatedText, mutatedTree } from '../../clusters/mutations.ts';

const SECRET = 'sesame-sesame-sesame-sesame';
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);

const whole = (user = 'jane'): Record<string, unknown> => ({
  server: { port: 4000 },
  clusters: [{ name: 'a', kubeconfig: './a.yaml', labels: { env: 'prod' }, identity: { mode: 'impersonate' } }],
  clusterSources: [{ type: 'secrets', namespace: 'fleet' }],
  authentication: [{ type: 'static', tokens: [{ token: SECRET, user, groups: ['dev'] }] }],
  limits: { requestTimeout: '10s' },
});

it('10 000 configurations', () => {
  console.log(`mutations of configurations, seed ${seed}: FUZZ_SEED=${seed} runs them again`);
  const random = generator(seed);
  const directory = mkdtempSync(join(tmpdir(), 'fleetgraph-reload-'));
  const file = join(directory, 'config.yaml');
  writeFileSync(file, stringify(whole()));
  const load = () => loadConfig({ file, env: {}, cwd: directory });
  const log = new RecordedLog();
  let onSignal = () => {};
  let applied: Config | undefined;
  const signals = { on: (_: string, listener: () => void) => (onSignal = listener), off: () => undefined };
  const end = followConfig({
    ...{ config: load(), file: undefined, load, log: log.logger, signals: signals as unknown as NodeJS.Process },
    apply: config => {
      checkPolicies(config);
      applied = config;
    },
  });
  const outcomes = { taken: 0, refused: 0, same: 0 };
  try {
    const isEnough = () => Math.min(...Object.values(outcomes)) >= 100;
    for (let i = 0; i < 10_000 || (i < 100_000 && !isEnough()); i++) {
      const text =
        random(2) === 0
          ? mutatedText(stringify(whole()), random)
          : (JSON.stringify(mutatedTree(whole(), random)) ?? 'null');
      writeFileSync(file, text);
      applied = undefined;
      log.lines.splice(0);
      onSignal();
      const refused = log.lines.filter(({ level }) => level === 'error');
      // Either one log line gives the reason, or the configuration is valid.
      expect([i, text, refused.length, refused.length > 0 && applied !== undefined]).toEqual([
        i,
        text,
        refused.length > 0 ? 1 : 0,
        false,
      ]);
      if (applied)
        expect(
          configSchema.shape.clusters.safeParse(JSON.parse(JSON.stringify((applied as Config).clusters))).success,
        ).toBe(true);
      if (log.text.includes('sesame-sesame')) throw new Error(`${i}: ${text} was told as ${log.text}`);
      outcomes[refused.length > 0 ? 'refused' : applied ? 'taken' : 'same'] += 1;
    }
    for (const user of ['ada', 'bo']) {
      writeFileSync(file, stringify(whole(user)));
      onSignal();
      expect(applied?.authentication[0]).toMatchObject({ tokens: [{ user }] });
    }
    expect(isEnough()).toBe(true);
  } finally {
    end();
    rmSync(directory, { recursive: true });
  }
});
