/** Opens pages of the Explorer as a signed-in user, and measures the time until the requested content is visible. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { newVisit } from '../../test/harness/chromium.ts';

export type Open = (path: string, options?: BrowserContextOptions) => Promise<Page>;

/** Opens pages as a user who is already signed in. Each page has a new browser context without other stored data. */
export function opener(browser: Browser, url: string, token: string): Open {
  return async (path, options = {}) => {
    const { page } = await newVisit(browser, options);
    page.setDefaultTimeout(60_000);
    await page.addInitScript(kept => sessionStorage.setItem('fleetgraph-token', kept), token);
    await page.addInitScript(watchPage);
    await page.goto(`${url}${path}`);
    return page;
  };
}

/** Milliseconds from the start of the navigation until rows were painted. */
export const rowsPainted = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
    while (!document.querySelector('.grid-scroll [aria-rowindex]')) await frame();
    await frame();
    return performance.now();
  });

/** Milliseconds from the start of the navigation until the page was whole. */
export const whole = (page: Page): Promise<number> => page.evaluate(() => watched().whole(0));

/** Navigates like a link of the Explorer. Returns the milliseconds until the new page is whole. */
export const goTo = (page: Page, path: string): Promise<number> =>
  page.evaluate(async path => {
    const began = performance.now();
    history.pushState({}, '', path); // the page overrides pushState to notify its router
    return watched().whole(began);
  }, path);

interface Watched {
  /** Resolves when the page is whole, with the milliseconds since `began`, a value of performance.now(). */
  whole(began: number): Promise<number>;
}

/** watchPage() defines this function in the page. */
declare const watched: () => Watched;

/**
 * Runs in the page before its own scripts, and detects when the page is whole. A page is whole after STAYS_MS with a
 * heading, without loading text and without a pending query. Streams do not count as queries.
 */
function watchPage(): void {
  const STAYS_MS = 150;
  const GIVES_UP_MS = 30_000;
  const TO_COME = /^(Asking|Checking|Reading|Loading|Counting|Drawing)\b.*…$/;
  let unanswered = 0;
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const response = send(input, init);
    if (new Headers(init?.headers).get('accept')?.includes('text/event-stream')) return response;
    unanswered++;
    try {
      const answer = await response;
      void answer
        .clone()
        .arrayBuffer()
        .catch(() => undefined) // the request was aborted
        .then(() => void unanswered--);
      return answer;
    } catch (error) {
      unanswered--;
      throw error;
    }
  };
  const isToCome = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) if (TO_COME.test(texts.currentNode.nodeValue ?? '')) return true;
    return false;
  };
  const isWhole = () =>
    unanswered === 0 && document.querySelector('main h1') && !document.querySelector('.bar-to-come') && !isToCome();
  const whole = async (began: number) => {
    const frame = () => new Promise<number>(resolve => requestAnimationFrame(resolve));
    let since: number | undefined;
    for (let now = await frame(), end = now + GIVES_UP_MS; now < end;) {
      const is = isWhole();
      now = await frame(); // the frame with the checked content has been painted
      since = is ? (since ?? now) : undefined;
      if (since !== undefined && now - since > STAYS_MS) return since - began;
    }
    throw new Error(
      `${location.href} is not whole after ${GIVES_UP_MS} ms, with ${unanswered} questions unanswered: ${document.body.innerText.slice(0, 500)}`,
    );
  };
  Object.assign(window, { watched: () => ({ whole }) });
}
