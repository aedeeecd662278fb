import { lazy, type ReactNode, Suspense, use } from 'react';
import { cx } from '@bijli/ui/cx';
import { RAIL, useMedia } from '#device/media.ts';
import { useMessages } from '#messages/messages.ts';
import { LazyRunningPill } from '#parts/LazyRunningPill.tsx';
import { useArrival } from './arrival.ts';
import { BesideMap } from './beside-map.ts';
import { NavBar } from './NavBar.tsx';
import styles from './Frame.module.css';

// The login page has no use for the ways to other pages.
const TabBar = lazy(() => import('./TabBar.tsx'));

interface FrameProps {
  /** In the bar and in the browser's tab. */
  title: string;
  /** Root screens have no way back and carry the menu. */
  isRoot?: boolean;
  /** The title stands in the page and not in the bar. */
  isTitleInPage?: boolean;
  /** No bar at all. */
  isBarless?: boolean;
  /** In place of the bar with the title. */
  bar?: ReactNode;
  /** At most two, at the right of the bar. */
  actions?: ReactNode;
  /** Footer bar and live pill. */
  hasFoot?: boolean;
  /** The live pill, over the dock or alone. */
  isLive?: boolean;
  /** What was chosen and the one primary action, in thumb reach; in place of the footer bar. */
  dock?: ReactNode;
  /** The dock lies on the page and not on a surface of its own. */
  clearsDock?: boolean;
  /** A step of signing in, or outside the login gate: no rail beside it, and never wider than a phone's page. */
  isOutsideGate?: boolean;
  /** Content stands in the middle, for an empty state. */
  isCentred?: boolean;
  children: ReactNode;
}

/** The frame of every screen but the map: bar above, page, dock or footer bar below. */
export function Frame(props: FrameProps) {
  const {
    title,
    isRoot,
    isTitleInPage,
    isBarless,
    bar,
    actions,
    hasFoot,
    isLive,
    dock,
    clearsDock,
    isOutsideGate,
    isCentred,
    children,
  } = props;
  const messages = useMessages();
  const page = useArrival();
  // The rail has the places of the footer bar, and the running charge.
  const hasRail = useMedia(RAIL) && !isOutsideGate;
  const isBesideMap = use(BesideMap);
  // Beside the map it is a part of the map's page.
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
        {((isLive && !hasRail) || dock !== undefined) && (
          <div className={cx(styles.dock, clearsDock && styles.clear, !dock && styles.bare)}>
            {isLive && !hasRail && <Live />}
            {dock}
          </div>
        )}
        {hasFoot && !hasRail && (
          <footer className={styles.foot}>
            <Live />
            <Suspense>
              <TabBar />
            </Suspense>
          </footer>
        )}
      </div>
    </div>
  );
}

/** Lies over what is below it, so that nothing moves when a charge is found to run. */
function Live() {
  return (
    <div className={styles.live}>
      <LazyRunningPill />
    </div>
  );
}
