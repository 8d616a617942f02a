/** Frame of every page: the header, the bar that shows the coverage, and the shortcuts that work on every page. */
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { extensions } from '../extensions/configured.ts';
import { MAIN_PAGES } from '../pages.ts';
import { publicPath } from '../public-path.ts';
import { texts } from '../texts.ts';
import { code, LostCodeError, reloadForNewVersion, reloadIfServed } from './code.ts';
import { Help } from './help.tsx';
import { HonestyBar } from './honesty-bar.tsx';
import { PALETTE_KEYS, useGoKeys, useKeys, usePaletteKeys } from './keyboard.ts';
import { UserMenu } from './user-menu.tsx';

const loadPalette = code(() => import('../palette/palette.tsx'));

export function Frame() {
  const [helps, setHelps] = useState(false);
  const palette = usePalette();
  const main = useRef<HTMLElement>(null);
  useKeys({ '?': () => setHelps(true) });
  useGoKeys(useOpenPage());
  useFocusOnNewPage(main);
  return (
    <div className="frame">
      <a className="skip" href="#main">
        {texts.skip}
      </a>
      <header className="top">
        <Link to="/" className="product" aria-label={texts.product}>
          <img src={`${publicPath}/icon.svg`} alt="" width="22" height="22" />
          <span>{texts.product}</span>
        </Link>
        <nav aria-label={texts.nav.label}>
          {MAIN_PAGES.map(({ path, nav }) => (
            <Link key={path} to={path} activeOptions={{ exact: path === '/', includeSearch: false }}>
              {nav}
            </Link>
          ))}
          {extensions.map(
            ({ name, page }) =>
              page !== undefined && (
                <Link key={name} to="/extension" search={{ name }}>
                  {page}
                </Link>
              ),
          )}
        </nav>
        <span className="fill" />
        <button className="palette-button" onClick={palette.open} aria-keyshortcuts="Control+K Meta+K">
          {texts.palette} <kbd>{PALETTE_KEYS}</kbd>
        </button>
        <button
          className="icon-button help-button"
          onClick={() => setHelps(true)}
          aria-label={texts.help.title}
          title={`${texts.help.title} (?)`}
        >
          ?
        </button>
        <UserMenu />
      </header>
      <HonestyBar />
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      {helps && <Help onClose={() => setHelps(false)} />}
      {palette.Shown && <palette.Shown onClose={palette.close} onHelp={() => setHelps(true)} />}
    </div>
  );
}

/**
 * Loads the palette when the user first opens the palette. If loading fails because the server has another version,
 * reloads the page.
 */
function usePalette() {
  const [loaded, setLoaded] = useState<{
    readonly Palette: ComponentType<{ onClose: () => void; onHelp: () => void }>;
  }>();
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    setOpen(true);
    if (!loaded) loadPalette().then(({ Palette }) => setLoaded({ Palette }), reloadForNewVersion);
  };
  usePaletteKeys(open);
  return { open, close: () => setOpen(false), Shown: isOpen ? loaded?.Palette : undefined };
}

/**
 * Returns a lookup: from a key to the function that opens the page with this shortcut. Undefined if no page has this
 * shortcut.
 */
function useOpenPage(): (key: string) => (() => void) | undefined {
  const navigate = useNavigate();
  return key => {
    const found = MAIN_PAGES.find(page => page.key === key);
    return found && (() => void navigate({ to: found.path }));
  };
}

/**
 * Moves the focus to the content of a new page, so that screen readers and the Tab key continue there. Does not scroll.
 */
function useFocusOnNewPage(main: React.RefObject<HTMLElement | null>): void {
  const path = useRouterState({ select: state => state.resolvedLocation?.pathname });
  const first = useRef(true);
  useEffect(() => {
    if (path === undefined) return;
    if (!first.current && !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
    first.current = false;
  }, [path, main]);
}

/** Shown while the code of a page is loading. */
export function LoadingPage() {
  return (
    <div className="page">
      <p className="quiet" role="status">
        {texts.loadingPage}
      </p>
    </div>
  );
}

export function NothingHere() {
  return (
    <div className="page">
      <h1>{texts.nothing.title}</h1>
      <p>
        {texts.nothing.what} <Link to="/">{texts.nothing.back}</Link>
      </p>
    </div>
  );
}

/** Shown in place of a page that failed. The frame around the page stays. */
export function SomethingBroke({ error }: { error: unknown }) {
  const [isAway, setAway] = useState(false);
  const isLost = error instanceof LostCodeError;
  useEffect(() => {
    if (isLost) void reloadForNewVersion();
  }, [isLost]);
  const said = texts.broke;
  return (
    <div className="page">
      <h1>{isLost ? said.lostTitle : said.title}</h1>
      <p className="problem" role="alert">
        {error instanceof Error ? error.message : String(error)} {isAway && texts.problem.noAnswer}
      </p>
      <p>
        <button className="plain-button" onClick={() => void reloadIfServed().then(isServed => setAway(!isServed))}>
          {said.reload}
        </button>
      </p>
    </div>
  );
}
