/**
 * Takes the pictures for the documentation from the demo fleet: `npm run screenshots` writes
 * docs/images/explorer-*.png.
 */
import { fileURLToPath } from 'node:url';
import { build } from '../ui/build/once.ts';
import { launchBrowser, newVisit } from './harness/chromium.ts';
import { CHROMIUM, provide } from './harness/debian-packages.ts';
import { startDemo } from './harness/demo.ts';
import { eventually } from './harness/fleetgraph.ts';

const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url));
const FAILING = 'eu-west-1-prod/kustomize.toolkit.fluxcd.io/Kustomization/payments/payments-api';
const MESH = 'storefront,payments,checkout';
const PLACED = 'eu-west-1-prod/work.open-cluster-management.io/ManifestWorkReplicaSet/placed-apps/edge-cache';

/**
 * Pictures to take. `shows` selects an element that exists once the page has its content. Until then, the page may be
 * blank, without a loading text.
 */
const PICTURES = [
  { name: 'explorer-overview', path: '/', shows: 'a:has-text("5/5")', colorScheme: 'light', width: 1440 },
  { name: 'explorer-objects', path: '/objects', shows: '[role=row] .cell.select', colorScheme: 'light', width: 1440 },
  {
    name: 'explorer-groups',
    path: '/objects?group=cluster&open=eu-west-1-prod',
    shows: '[role=rowheader], th',
    colorScheme: 'dark',
    width: 1440,
  },
  {
    name: 'explorer-elsewhere',
    path: '/elsewhere?id=eu-west-1-prod/apps/Deployment/payments/payments-api',
    shows: 'main td:has-text("0/2")',
    colorScheme: 'light',
    width: 1440,
  },
  {
    name: 'explorer-tree',
    path: `/object?id=${FAILING}&show=tree`,
    shows: '.tree a',
    colorScheme: 'light',
    width: 1440,
  },
  { name: 'explorer-object', path: `/object?id=${FAILING}`, shows: 'main h1', colorScheme: 'light', width: 1440 },
  {
    name: 'explorer-revisions',
    path: '/revisions',
    shows: 'main section h2, main section h3',
    colorScheme: 'light',
    width: 1440,
  },
  {
    name: 'explorer-packages',
    path: '/packages',
    shows: 'main table td, main [role=row]',
    colorScheme: 'light',
    width: 1440,
  },
  { name: 'explorer-policies', path: '/policies', shows: '.hostname', colorScheme: 'light', width: 1440 },
  {
    name: 'explorer-mesh',
    path: `/mesh?namespaces=${MESH}`,
    shows: '.diagram-node',
    colorScheme: 'light',
    width: 1440,
  },
  {
    name: 'explorer-workloads',
    path: `/workloads?open=${PLACED}`,
    shows: '.because',
    colorScheme: 'dark',
    width: 1440,
  },
  {
    name: 'explorer-why',
    path: `/object?id=${FAILING}&show=access`,
    shows: '.grant-path',
    colorScheme: 'dark',
    width: 1440,
  },
] as const;

const problem = provide(CHROMIUM);
if (problem !== undefined) throw new Error(problem);
build();
const [demo, browser] = await Promise.all([startDemo(), launchBrowser()]);
try {
  for (const { name, path, shows, colorScheme, width } of PICTURES) {
    const { page } = await newVisit(browser, { viewport: { width, height: 800 }, colorScheme });
    await page.goto(demo.url + path);
    await page.getByLabel('Token').fill(demo.token('platform-admin'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator(shows).first().waitFor();
    // The page has an open live query, so the network is never idle.
    await eventually(
      () => page.getByText(/^(Asking|Reading|Loading|Counting).*…$/).count(),
      waiting => waiting === 0,
      { what: 'a whole page' },
    );
    if (path === '/objects') {
      // Selects rows by name, because the first rows of the page differ between runs. Rows of payments-api offer the
      // most actions.
      const rows = page.getByRole('row').filter({ hasText: /payments-api\s*Kustomization|payments-api\s*Deployment/ });
      for (const row of (await rows.all()).slice(0, 2)) await row.locator('.cell.select').click();
      await page.getByRole('button', { name: /^Reconcile…/ }).waitFor();
    }
    // One cluster of the demo is unreachable from time to time.
    await page.getByText(/^All \d+ clusters/).waitFor({ timeout: 120_000 });
    await page.mouse.move(0, 0); // moves the pointer away from the rows
    await page.screenshot({ path: `${IMAGES}${name}.png` });
    console.log(`docs/images/${name}.png`);
    await page.context().close();
  }
} finally {
  await browser.close();
  await demo.close();
}
