import { LifeBuoy, ShoppingBag } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { LogoMark } from '@bijli/ui/Logo';
import { useRunningCharge } from '#api/charging.ts';
import { useLastRunningCharge } from '#device/last-running-charge.ts';
import { useMessages } from '#messages/messages.ts';
import { paths, shopIn } from '#paths.ts';
import { DemoBadge } from './DemoBadge.tsx';
import { type Destination, footerDestinations, footerHome, scan } from './footer-destinations.ts';
import styles from './SideRail.module.css';

const RunningRing = lazy(() => import('#parts/running-charge/RunningRing.tsx'));
const EndedRing = lazy(() => import('#parts/running-charge/EndedRing.tsx'));

const more: Destination[] = [
  scan,
  { to: paths.shop, icon: ShoppingBag, word: 'shopBrief', isOutside: true },
  { to: paths.contactUs, icon: LifeBuoy, word: 'helpBrief' },
];

/**
 * The only navigation on wide screens: the footer bar's destinations, and below them the running charge, scan, shop and
 * help.
 */
export default function SideRail() {
  const messages = useMessages();
  const { data: charge } = useRunningCharge();
  const lastCharge = useLastRunningCharge();
  return (
    <nav className={styles.rail} aria-label={messages.common.mainNavigation}>
      <Link to={paths.map} className={styles.mark}>
        <LogoMark height={44} label={messages.brand} />
      </Link>
      <Places destinations={footerDestinations} />
      <span className={styles.gap} />
      <Suspense>
        {charge ? (
          <RunningRing />
        ) : (
          charge === null && lastCharge && <EndedRing key={lastCharge.booking_id} charge={lastCharge} />
        )}
      </Suspense>
      <Places destinations={more} />
      <span className={styles.demo}>
        <DemoBadge />
      </span>
    </nav>
  );
}

function Places({ destinations }: { destinations: readonly Destination[] }) {
  const { nav, language } = useMessages();
  const { pathname } = useLocation();
  // Help is a destination of the rail but not of the footer bar.
  const currentPath = pathname === paths.contactUs ? pathname : (footerHome[pathname] ?? pathname);
  return destinations.map(({ to, icon: Glyph, word, isOutside = false }) => (
    <Link
      key={to}
      to={isOutside ? shopIn(language) : to}
      reloadDocument={isOutside}
      className={styles.place}
      aria-current={to === currentPath ? 'page' : undefined}
    >
      <span className={styles.icon}>
        <Glyph size={24} aria-hidden />
      </span>
      {nav[word]}
    </Link>
  ));
}
