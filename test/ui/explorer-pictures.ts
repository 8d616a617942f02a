/**
 * Small pictures of the pages of the Explorer in both themes. The pictures show if a page has lost its layout, a card
 * or its theme.
 *
 * Each dot of a picture is the mean colour of 20 by 20 pixels. Texts, ages and fonts differ between runs and machines,
 * but hardly change a dot. After an intended change, `node test/ui/explorer-pictures.ts` writes a new file. View the
 * new file before the commit.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, newVisit } from '../harness/chromium.ts';
import { startDemo, type Demo } from '../harness/demo.ts';
import { staySignedIn, untilWhole } from '../harness/explorer.ts';

export const KEPT = fileURLToPath(new URL('explorer-pictures.png', import.meta.url));

const OBJECT = '/object?id=eu-west-1-prod/kustomize.toolkit.fluxcd.io/Kustomization/payments/payments-api';
export const PAGES = {
  overview: '/',
  objects: '/objects?order=name',
  groups: '/objects?group=kind',
  object: OBJECT,
  tree: `${OBJECT}&show=tree`,
  clusters: '/clusters?sort=name',
  cluster: '/cluster?name=eu-west-1-prod',
  revisions: '/revisions',
  // The demo deploys some packages while it runs, which changes the list of packages. This package stays as it is.
  package: '/package?id=//https%253A%252F%252Fgit.acme.example%252Fplatform-config/packages%252Fnetwork-policies',
  policies: '/policies',
  workloads: '/workloads',
  access: '/access',
} as const;
export type PageName = keyof typeof PAGES;
export const NAMES = Object.keys(PAGES) as PageName[];
export const THEMES = ['light', 'dark'] as const;

const [WIDTH, HEIGHT, DOT] = [1280, 800, 20];
const [COLUMNS, ROWS] = [WIDTH / DOT, HEIGHT / DOT];

/** Red, green and blue values of each dot, row by row. */
export type Picture = readonly number[];

/** A demo with two clusters. In a larger demo fleet, a cluster disappears from time to time. */
export const startFleet = (): Promise<Demo> => startDemo('--clusters', '2');

export async function openPage(
  browser: Browser,
  demo: Demo,
  theme: (typeof THEMES)[number],
  name: PageName,
): Promise<Page> {
  const { page } = await newVisit(browser, {
    viewport: { width: WIDTH, height: HEIGHT },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  page.setDefaultTimeout(30_000);
  await staySignedIn(page, demo.token('platform-admin'));
  await page.goto(demo.url + PAGES[name]);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilWhole(page);
  await page.waitForFunction(() => document.querySelectorAll('main a').length > 3);
  return page;
}

/** Mean colour of each square of DOT by DOT pixels. `desk` is a page without a content security policy. */
export async function pictureOf(desk: Page, page: Page): Promise<Picture> {
  const shot = (await page.screenshot()).toString('base64');
  return desk.evaluate(
    async ({ shot, dot }) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${shot}`)).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const [columns, rows] = [image.width / dot, image.height / dot];
      const sums = new Array<number>(columns * rows * 3).fill(0);
      for (let y = 0; y < image.height; y++)
        for (let x = 0; x < image.width; x++) {
          const to = (Math.floor(y / dot) * columns + Math.floor(x / dot)) * 3;
          for (let colour = 0; colour < 3; colour++) sums[to + colour]! += data[(y * image.width + x) * 4 + colour]!;
        }
      return sums.map(sum => Math.round(sum / (dot * dot)));
    },
    { shot, dot: DOT },
  );
}

/** Mean difference of all colour values, from 0 to 255. */
export function differenceOf(a: Picture, b: Picture): number {
  return a.reduce((sum, colour, at) => sum + Math.abs(colour - b[at]!), 0) / a.length;
}

/** Pictures by theme, then by page. */
export type Sheet = readonly (readonly Picture[])[];

export async function readSheet(desk: Page, file: string): Promise<Sheet> {
  const png = (await readFile(file)).toString('base64');
  return desk.evaluate(
    async ({ png, columns, rows, themes, pages }) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      context.drawImage(image, 0, 0);
      return Array.from({ length: themes }, (_, theme) =>
        Array.from({ length: pages }, (_, page) =>
          [...context.getImageData(page * columns, theme * rows, columns, rows).data].filter((_, at) => at % 4 < 3),
        ),
      );
    },
    { png, columns: COLUMNS, rows: ROWS, themes: THEMES.length, pages: NAMES.length },
  );
}

export async function writeSheet(desk: Page, sheet: Sheet, file: string): Promise<void> {
  const png = await desk.evaluate(
    async ({ sheet, columns, rows }) => {
      const canvas = new OffscreenCanvas(columns * sheet[0]!.length, rows * sheet.length);
      const context = canvas.getContext('2d')!;
      for (const [theme, pictures] of sheet.entries())
        for (const [page, picture] of pictures.entries()) {
          const dots = new ImageData(columns, rows);
          for (let dot = 0; dot < columns * rows; dot++)
            dots.data.set([...picture.slice(dot * 3, dot * 3 + 3), 255], dot * 4);
          context.putImageData(dots, page * columns, theme * rows);
        }
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())];
    },
    { sheet, columns: COLUMNS, rows: ROWS },
  );
  await writeFile(file, Buffer.from(png));
}

type Theme = (typeof THEMES)[number];

export async function takePicture(
  browser: Browser,
  demo: Demo,
  desk: Page,
  theme: Theme,
  name: PageName,
): Promise<Picture> {
  const page = await openPage(browser, demo, theme, name);
  try {
    return await pictureOf(desk, page);
  } finally {
    await page.context().close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [demo, browser] = await Promise.all([startFleet(), launchBrowser()]);
  try {
    const desk = await browser.newPage();
    const sheet: Picture[][] = THEMES.map(() => []);
    for (const [row, theme] of THEMES.entries())
      for (const name of NAMES) sheet[row]!.push(await takePicture(browser, demo, desk, theme, name));
    await writeSheet(desk, sheet, KEPT);
    console.log(KEPT);
  } finally {
    await browser.close();
    await demo.close();
  }
}
