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
  root?: boolean;
  /** The title stands in the page and not in the bar. */
  titleInPage?: boolean;
  /** No bar at all. */
  barless?: boolean;
  /** In place of the bar with the title. */
  bar?: ReactNode;
  /** At most two, at the right of the bar. */
  actions?: ReactNode;
  /** Footer bar and live pill. */
  foot?: boolean;
  /** The live pill, over the dock or alone. */
  live?: boolean;
  /** What was chosen and the one primary action, in thumb reach; in place of the footer bar. */
  dock?: ReactNode;
  /** The dock lies on the page and not on a surface of its own. */
  clearDock?: boolean;
  /** A step of signing in, or outside the login gate: no rail beside it, and never wider than a phone's page. */
  open?: boolean;
  /** Content stands in the middle, for an empty state. */
  centred?: boolean;
  children: ReactNode;
}

/** The frame of every screen but the map: bar above, page, dock or footer bar below. */
export function Frame(props: FrameProps) {
  const { title, root, titleInPage, barless, bar, actions, foot, live, dock, clearDock, open, centred, children } =
    props;
  const messages = useMessages();
  const page = useArrival();
  // The rail has the places of the footer bar, and the running charge.
  const hasRail = useMedia(RAIL) && !open;
  const isBesideMap = use(BesideMap);
  // Beside the map it is a part of the map's page.
  const Page = isBesideMap ? 'section' : 'main';
  return (
    <div className={cx(styles.frame, isBesideMap ? styles.besideMap : hasRail && styles.besideRail)}>
      <title>{messages.pageTitle(title)}</title>
      <div className={styles.column}>
        {bar}
        {!barless && bar === undefined && (
          <NavBar title={titleInPage ? '' : title} root={root ?? false} actions={actions} />
        )}
        <Page
          ref={page}
          tabIndex={-1}
          aria-label={title}
          className={cx(
            styles.page,
            centred && styles.centred,
            barless && styles.barless,
            titleInPage && !barless && styles.apart,
            open && clearDock && styles.open,
          )}
        >
          {(barless || bar !== undefined) && !titleInPage && <h1 className="visually-hidden">{title}</h1>}
          {children}
        </Page>
        {((live && !hasRail) || dock !== undefined) && (
          <div className={cx(styles.dock, clearDock && styles.clear, !dock && styles.bare)}>
            {live && !hasRail && <Live />}
            {dock}
          </div>
        )}
        {foot && !hasRail && (
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
