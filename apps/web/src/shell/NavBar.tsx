import { ArrowLeft, Menu as MenuIcon } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { cx } from '@bijli/ui/cx';
import { truncateTitle } from '@bijli/ui/format/text';
import { IconButton } from '@bijli/ui/IconButton';
import { noteOwnStep } from '@bijli/ui/use-back-closes';
import { RAIL, useMedia } from '#device/media.ts';
import { useMessages } from '#messages/messages.ts';
import { paths } from '#paths.ts';
import { DemoBadge } from './DemoBadge.tsx';
import styles from './NavBar.module.css';

const Menu = lazy(() => import('./Menu.tsx'));

interface NavBarProps {
  title: string;
  isRoot: boolean;
  actions?: ReactNode;
}

/** Back arrow or menu, the title, cut to 30 characters, and up to two actions. */
export function NavBar({ title, isRoot, actions }: NavBarProps) {
  const messages = useMessages();
  const goBack = useGoBack();
  // On wide screens the rail replaces the menu.
  const isPhoneRoot = !useMedia(RAIL) && isRoot;
  return (
    <header className={styles.bar} data-bar={title === '' ? 'bare' : 'titled'}>
      {!isRoot && <IconButton icon={ArrowLeft} label={messages.common.back} onClick={goBack} />}
      {title === '' ? (
        <span className={styles.title} />
      ) : (
        <h1 className={cx(styles.title, isRoot && styles.root)}>{truncateTitle(title)}</h1>
      )}
      {isPhoneRoot && <DemoBadge />}
      {actions}
      {isPhoneRoot && <MenuButton side="right" />}
    </header>
  );
}

/** Opens the menu on the given side. The menu's code loads at the first press. */
export function MenuButton({ side }: { side: 'left' | 'right' }) {
  const messages = useMessages();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const open = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      <IconButton icon={MenuIcon} label={messages.common.menu} aria-haspopup="dialog" onClick={open} />
      {wasOpened && (
        <Suspense>
          <Menu open={isOpen} onClose={() => setOpen(false)} side={side} />
        </Suspense>
      )}
    </>
  );
}

/** Hook: goes to the screen before, or to the map when the driver entered the app on this screen. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  const stepBack = useStepBack();
  return () => {
    const index: unknown = history.state?.idx;
    if (typeof index === 'number' && index > 0) stepBack();
    else void navigate(paths.map, { replace: true });
  };
}

/** Hook: goes to the screen that led to this one, also while a sheet is open or closing. */
export function useStepBack(): () => void {
  const navigate = useNavigate();
  return () => {
    noteOwnStep();
    void navigate(-1);
  };
}
