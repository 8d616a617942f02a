import { describe, expect, it } from '@jest/globals';
import { openStore } from '../../../cli/store/open-store.ts';

describe('the store of a configuration', () => {
  const sentinel = { name: 'fleet', sentinels: ['127.0.0.1:1'] };

  it.each([
    ['store.passwordEnv', { type: 'redis' as const, url: 'redis://127.0.0.1:1', passwordEnv: 'NOT_THERE' }],
    ['store.sentinel.passwordEnv', { type: 'redis' as const, sentinel: { ...sentinel, passwordEnv: 'NOT_THERE' } }],
  ])('is not opened without the password that %s names', async (key, config) => {
    await expect(openStore(config, { NOT_THERE: '' })).rejects.toThrow(
      `${key} names NOT_THERE, and there is no such environment variable.`,
    );
  });
});
