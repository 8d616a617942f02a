/**
 * Renders the GraphiQL page in a worker thread, because loading, hashing and compressing several megabytes of scripts
 * takes hundreds of milliseconds.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { renderPage, type PageContent } from './graphiql.ts';

parentPort?.postMessage(await renderPage(workerData as PageContent));
