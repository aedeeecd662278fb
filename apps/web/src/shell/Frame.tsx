import { lazy, type ReactNode, Suspense, use } from 'react';
import { cx } from '@bijli/ui/cx';
import { RAIL, useMedia } from '#device/media.ts';
import { useMessages } from '#messages/messages.ts';
import { LazyRunningPill } from '#parts/running-charge/LazyRunningPill.tsx';
import { IsBesideMap } from './is-beside-map.ts';
import { NavBar } from './NavBar.tsx';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';
import styles from './Frame.module.css';

// Loaded separately, because the login page has no footer bar.
const TabBar = lazy(() => import('./TabBar.tsx'));

interface FrameProps {
  /** Shown in the bar and in the browser's tab. */
  title: string;
  /** A root screen has the menu in place of the back arrow. */
  isRoot?: boolean;
  /** The title is in the page and not in the bar. */
  isTitleInPage?: boolean;
  /** The screen has no bar. */
  isBarless?: boolean;
  /** Shown in place of the bar with the title. */
  bar?: ReactNode;
  /** At most two buttons, at the right of the bar. */
  actions?: ReactNode;
  /** Shows the footer bar with the running pill above it. */
  hasFooterBar?: boolean;
  /** Shows the running pill, above the dock or alone. */
  hasRunningPill?: boolean;
  /** What was chosen and the one primary action, within reach of the thumb. It takes the place of the footer bar. */
  dock?: ReactNode;
  /** The dock has the page's background and not a surface of its own. */
  clearsDock?: boolean;
  /**
   * A step of signing in, or a page that is open without sign-in. It has no rail and is never wider than on a phone.
   */
  isOutsideGate?: boolean;
  /** Centres the content vertically, for an empty state. */
  isCentred?: boolean;
  children: ReactNode;
}

/** The frame of every screen except the map: a bar above the page, and a dock or the footer bar below. */
export function Frame(props: FrameProps) {
  const {
    title,
    isRoot,
    isTitleInPage,
    isBarless,
    bar,
    actions,
    hasFooterBar,
    hasRunningPill,
    dock,
    clearsDock,
    isOutsideGate,
    isCentred,
    children,
  } = props;
  const messages = useMessages();
  const page = useFocusOnArrival();
  // The rail replaces the footer bar and also shows the running charge.
  const hasRail = useMedia(RAIL) && !isOutsideGate;
  const isBesideMap = use(IsBesideMap);
  // The map has the page's `main` element.
  const Page = isBesideMap ? 'section' : 'main';
  return (
    <div className={cx(styles.frame, isBesideMap ? styles.besideMap : hasRail && styles.besideRail)}>
      <title>{messages.pageTitle(title)}</title>
      <div className={styles.column}>
        {bar}
        {!isBarless && bar === undefined && (
          <NavBar title={isTitleInPage ? '' : title} isRoot={isRoot ?? false} actions={actions} />
        )}
        <Page
          ref={page}
          tabIndex={-1}
          aria-label={title}
          className={cx(
            styles.page,
            isCentred && styles.centred,
            isBarless && styles.barless,
            isTitleInPage && !isBarless && styles.apart,
            isOutsideGate && clearsDock && styles.open,
          )}
        >
          {(isBarless || bar !== undefined) && !isTitleInPage && <h1 className="visually-hidden">{title}</h1>}
          {children}
        </Page>
        {((hasRunningPill && !hasRail) || dock !== undefined) && (
          <div className={cx(styles.dock, clearsDock && styles.clear, !dock && styles.bare)}>
            {hasRunningPill && !hasRail && <RunningPillPlace />}
            {dock}
          </div>
        )}
        {hasFooterBar && !hasRail && (
          <footer className={styles.footerBar}>
            <RunningPillPlace />
            <Suspense>
              <TabBar />
            </Suspense>
          </footer>
        )}
      </div>
    </div>
  );
}

/** Lies over the content above it, so that nothing moves when the pill appears. */
function RunningPillPlace() {
  return (
    <div className={styles.runningPill}>
      <LazyRunningPill />
    </div>
  );
}
