/** Debian's headless Chromium, the errors of pages that it opens, and a check of their accessibility. */
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

export function launchBrowser(): Promise<Browser> {
  // Tests may run as root, and Chromium has no sandbox for root. The tests load pages of this machine only.
  return chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
}

export interface Visit {
  readonly page: Page;
  /**
   * Errors and warnings of the console, including violations of the content security policy, and uncaught errors of
   * scripts.
   */
  readonly complaints: string[];
  /** Pattern of `complaints` that the test expects, however late they arrive. Undefined if it expects none. */
  expected: RegExp | undefined;
}

/** Opens a page in a new browser context, without sessions. */
export async function newVisit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  page.setDefaultTimeout(240_000);
  const complaints: string[] = [];
  page.on('console', message => {
    // The browser reports a 401 response as an error. The page needs that response to learn that nobody is signed in.
    if (['error', 'warning'].includes(message.type()) && !/status of 401/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', error => complaints.push(error.message));
  return { page, complaints, expected: undefined };
}

/** Findings of axe by WCAG 2.2 AA and best practices. Each text has the rule and up to five places on the page. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'], // otherwise axe describes every element without a violation
    });
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(node => `${node.target.join(' ')}: ${node.html}`),
    }));
  });
  return violations.map(({ id, help, where }) => `${id}: ${help}\n${where.slice(0, 5).join('\n')}`);
}
