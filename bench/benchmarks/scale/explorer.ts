/** Speed of the Explorer while nothing changes, on a gateway process with the whole fleet. */
import { launchBrowser } from '../../../test/harness/chromium.ts';
import type { Benchmark } from '../../bench.ts';
import { builtExplorer } from '../../explorer/built.ts';
import { explorerSpeed } from '../../explorer/speed.ts';
import { opener } from '../../explorer/visit.ts';
import { pagesOf } from '../../explorer/worlds.ts';
import { untilIndexed } from '../../indexed.ts';
import type { ScaleBench } from '../../scale/scale-bench.ts';

export const explorer: Benchmark<ScaleBench> = {
  name: 'explorer',
  async run(bench) {
    const { signal, say, shape, people } = bench;
    builtExplorer(say);
    const { url, startedAt } = await bench.gateway();
    const { token } = people.admin;
    await untilIndexed({ url, startedAt }, { token, clusters: shape.clusters, orStale: true, signal });
    const browser = await launchBrowser();
    try {
      return await explorerSpeed({
        over: `${shape.rows.toLocaleString('en').replaceAll(',', ' ')} rows`,
        admin: opener(browser, url, token),
        reader: opener(browser, url, people.thirty.token),
        pages: await pagesOf(url, token, signal),
        say,
      });
    } finally {
      await browser.close();
    }
  },
};
