/** A real Prometheus on loopback that scrapes pages of this process, with a short interval. */
import { createServer, type Server } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { stringify } from 'yaml';
import { freePort, refuseInUnitTests, startProcess, type ServerProcess } from './processes.ts';

/** A page to scrape. Its text may change between two scrapes. */
export interface ScrapedPage {
  /** Labels of the target. Prometheus adds them to every series of the page. */
  readonly labels: Readonly<Record<string, string>>;
  /** Metrics in the text format. Undefined if the target is down. */
  text: string | undefined;
}

export class PrometheusServer implements AsyncDisposable {
  readonly url: string;
  readonly #directory: string;
  readonly #pages: Server;
  #process: ServerProcess;
  readonly #start: () => ServerProcess;

  static async start(pages: readonly ScrapedPage[]): Promise<PrometheusServer> {
    refuseInUnitTests('Prometheus');
    const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-prometheus-'));
    const server = createServer((req, res) => {
      const text = pages[Number(req.url?.slice(1))]?.text;
      res.writeHead(text === undefined ? 503 : 200, { 'content-type': 'text/plain; version=0.0.4' }).end(text ?? '');
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const target = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const jobs = pages.map(({ labels }, i) => ({
      ...{ job_name: `page-${i}`, metrics_path: `/${i}`, scrape_interval: '1s', scrape_timeout: '1s' },
      static_configs: [{ targets: [target], labels }],
    }));
    await writeFile(join(directory, 'prometheus.yml'), stringify({ scrape_configs: jobs }));
    const port = await freePort();
    const start = () =>
      startProcess({
        ...{ name: 'prometheus', command: 'prometheus', logFile: join(directory, 'prometheus.log') },
        args: [
          `--config.file=${join(directory, 'prometheus.yml')}`,
          `--storage.tsdb.path=${join(directory, 'data')}`,
          `--web.listen-address=127.0.0.1:${port}`,
          '--query.lookback-delta=10s',
        ],
      });
    const started = new PrometheusServer(`http://127.0.0.1:${port}`, directory, server, start);
    await started.#untilReady();
    return started;
  }

  private constructor(url: string, directory: string, pages: Server, start: () => ServerProcess) {
    this.url = url;
    this.#directory = directory;
    this.#pages = pages;
    this.#start = start;
    this.#process = start();
  }

  /** Ends the process and keeps its data. */
  async stop(): Promise<void> {
    await this.#process.stop();
  }

  async restart(): Promise<void> {
    this.#process = this.#start();
    await this.#untilReady();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process.stop();
    this.#pages.closeAllConnections();
    this.#pages.close();
    await rm(this.#directory, { recursive: true, force: true });
  }

  async #untilReady(): Promise<void> {
    for (const end = performance.now() + 30_000; ; await delay(100)) {
      const isReady = await request(`${this.url}/-/ready`).then(
        async ({ statusCode, body }) => (await body.dump(), statusCode === 200),
        () => false,
      );
      if (isReady) return;
      if (this.#process.ending !== undefined || performance.now() > end)
        throw new Error(
          `prometheus ${this.#process.ending ?? 'did not become ready'}:\n${await this.#process.logTail()}`,
        );
    }
  }
}
