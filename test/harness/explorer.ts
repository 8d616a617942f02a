/** The built Explorer in a browser: a check if tests can open it, sign-in, and waiting for a complete page. */
import { existsSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { CHROMIUM } from './debian-packages.ts';
import { eventually } from './fleetgraph.ts';

export const EXPLORER_PAGE = new URL('../../ui/dist/index.html', import.meta.url).pathname;

/** False without Chromium or the built Explorer. test/run.ts names the missing part. */
export function canOpenExplorer(): boolean {
  return CHROMIUM.isThere() && existsSync(EXPLORER_PAGE);
}

/** Opens a page and signs in with the form, as a person does. */
export async function signInAt(page: Page, url: string, token: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').waitFor();
}

/** Signs in with the token on every document that the page opens from now on. */
export async function staySignedIn(page: Page, token: string): Promise<void> {
  await page.addInitScript(kept => sessionStorage.setItem('fleetgraph-token', kept), token);
}

/** Waits until no part of the page is loading. */
export async function untilWhole(page: Page): Promise<void> {
  await eventually(
    () => page.getByText(/^(Asking|Checking|Reading|Loading|Counting|Drawing).*…$/).count(),
    waiting => waiting === 0,
    { what: `the whole page at ${page.url()}` },
  );
}
