import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './Badge.module.css';

export type Tone = 'ok' | 'live' | 'wait' | 'bad' | 'off' | 'plain';

/** A word with a colour. Colour alone is never the message. */
export function Badge({ tone, icon: Glyph, children }: { tone: Tone; icon?: LucideIcon; children: ReactNode }) {
  return (
    <span className={cx(styles.badge, styles[tone])}>
      {Glyph && <Glyph size={14} strokeWidth={2.5} aria-hidden />}
      {children}
    </span>
  );
}

export function Badges({ children }: { children: ReactNode }) {
  return <div className={styles.badges}>{children}</div>;
}
