import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Avatar } from '@bijli/ui/Avatar';
import { formatRupees } from '@bijli/ui/format/money';
import { spacedMobile } from '@bijli/ui/format/text';
import { Logo } from '@bijli/ui/Logo';
import { SideSheet } from '@bijli/ui/SideSheet';
import { signOut, useProfile } from '#api/accounts.ts';
import { storedUser } from '#device/stored-user.ts';
import { useMessages } from '#messages/messages.ts';
import { paths, shopIn } from '#paths.ts';
import { menuDestinations, policyDestinations } from './destinations.ts';
import type { Destination } from './footer-destinations.ts';
import styles from './Menu.module.css';

interface MenuProps {
  open: boolean;
  onClose: () => void;
  /** The side of the button that opens it. */
  side: 'left' | 'right';
}

/** The menu: the driver, their balance, all destinations, the policies and the sign-out button. */
export default function Menu({ open, onClose, side }: MenuProps) {
  const messages = useMessages();
  return (
    <SideSheet open={open} onClose={onClose} label={messages.common.menu} side={side}>
      <MenuHead onClose={onClose} />
      <nav aria-label={messages.common.mainNavigation}>
        <Places destinations={menuDestinations} onClose={onClose} />
      </nav>
      <nav className={styles.policies} aria-label={messages.policies.others}>
        <Places destinations={policyDestinations} onClose={onClose} />
      </nav>
      <SignOut />
      <div className={styles.logo}>
        <Logo height={36} label={messages.brand} />
      </div>
    </SideSheet>
  );
}

function MenuHead({ onClose }: Pick<MenuProps, 'onClose'>) {
  const { profile: messages } = useMessages();
  const { data: profile } = useProfile();
  const name = profile?.name ?? storedUser()?.name ?? '';
  return (
    <>
      <Link to={paths.profile} className={styles.who} onClick={onClose}>
        <Avatar name={name} />
        <span className={styles.name}>
          <b className="clip">{name || messages.noName}</b>
          <span className="clip num">
            {profile && `${profile.mobile_country_code} ${spacedMobile(profile.mobile_number)}`}
          </span>
        </span>
      </Link>
      <Link to={paths.wallet} className={styles.balance} onClick={onClose}>
        {messages.wallet}
        <b className="num">{profile && formatRupees(profile.balance?.balance ?? 0)}</b>
      </Link>
    </>
  );
}

function Places({ destinations, onClose }: { destinations: readonly Destination[] } & Pick<MenuProps, 'onClose'>) {
  const { nav, language } = useMessages();
  const { pathname } = useLocation();
  return (
    <ul className={styles.links}>
      {destinations.map(({ to, icon: Glyph, word, isOutside = false }) => (
        <li key={to}>
          <Link
            to={isOutside ? shopIn(language) : to}
            reloadDocument={isOutside}
            onClick={onClose}
            aria-current={to === pathname ? 'page' : undefined}
          >
            <Glyph size={24} aria-hidden />
            {nav[word]}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function SignOut() {
  const { account: messages } = useMessages();
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void signOut();
  };
  return (
    <button type="button" className={styles.leave} disabled={isLeaving} onClick={leave}>
      <LogOut size={24} aria-hidden />
      {messages.signOut}
    </button>
  );
}
