import type { LucideIcon } from 'lucide-react';
import styles from './SpinnerRing.module.css';

/** A large ring that turns around an icon. */
export function SpinnerRing({ icon: Glyph }: { icon: LucideIcon }) {
  return (
    <div className={styles.ring} aria-hidden>
      <svg viewBox="0 0 88 88" fill="none" strokeWidth="8">
        <circle cx="44" cy="44" r="38" stroke="var(--inset)" />
        <path d="M44 6a38 38 0 0 1 38 38" stroke="var(--ink)" strokeLinecap="round" />
      </svg>
      <Glyph size={36} fill="currentColor" strokeWidth={1.5} />
    </div>
  );
}
