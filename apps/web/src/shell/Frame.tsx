import { lazy, type ReactNode, Suspense } from 'react';
import { cx } from '@bijli/ui/cx';
import { useMessages } from '#messages/messages.ts';
import { OngoingPill } from '#parts/OngoingPill.tsx';
import { useArrival } from './arrival.ts';
import { NavBar } from './NavBar.tsx';
import styles from './Frame.module.css';

// The login page has no use for the ways to other pages.
const TabBar = lazy(() => import('./TabBar.tsx'));
const SideRail = lazy(() => import('./SideRail.tsx'));

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
  /** Outside the login gate: no menu beside the page on wide screens. */
  open?: boolean;
  /** Uses the width of a desktop. */
  wide?: boolean;
  /** Content stands in the middle, for an empty state. */
  centred?: boolean;
  children: ReactNode;
}

/** The frame of every screen but the map: bar above, page, dock or footer bar below. */
export function Frame(props: FrameProps) {
  const {
    title,
    root,
    titleInPage,
    barless,
    bar,
    actions,
    foot,
    live,
    dock,
    clearDock,
    open,
    wide,
    centred,
    children,
  } = props;
  const messages = useMessages();
  const page = useArrival();
  return (
    <div className={cx(styles.frame, wide && styles.wide, !open && styles.withRail)}>
      <title>{messages.pageTitle(title)}</title>
      {!open && (
        <Suspense>
          <SideRail />
        </Suspense>
      )}
      <div className={styles.column}>
        {bar}
        {!barless && bar === undefined && (
          <NavBar title={titleInPage ? '' : title} root={root ?? false} actions={actions} />
        )}
        <main
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
        </main>
        {(live || dock !== undefined) && (
          <div className={cx(styles.dock, clearDock && styles.clear, !dock && styles.bare)}>
            {live && <Live />}
            {dock}
          </div>
        )}
        {foot && (
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
      <OngoingPill />
    </div>
  );
}
