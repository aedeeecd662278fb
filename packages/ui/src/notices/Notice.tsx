import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './Notice.module.css';

type BannerTone = 'slab' | 'plain' | 'ok' | 'wait' | 'bad' | 'off';

interface BannerProps {
  tone?: BannerTone;
  icon: LucideIcon;
  children: ReactNode;
  /** At most one button, and one that closes the banner. */
  action?: ReactNode;
}

/** A message that stays as long as its cause lasts. */
export function Banner({ tone = 'slab', icon: Glyph, children, action }: BannerProps) {
  return (
    <div className={cx(styles.banner, styles[tone])} role={tone === 'bad' ? 'alert' : 'status'}>
      <Glyph size={20} aria-hidden />
      <p>{children}</p>
      {action}
    </div>
  );
}

/** A plain sentence with an icon. */
export function Note({ icon: Glyph, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className={styles.note}>
      <Glyph size={20} aria-hidden />
      <span>{children}</span>
    </p>
  );
}

interface EmptyProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** An empty or failed list: a title, one sentence, one action. */
export function Empty({ icon: Glyph, title, children, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.art}>
        <Glyph size={40} strokeWidth={1.6} aria-hidden />
      </span>
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
