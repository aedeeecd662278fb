import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './HelpScreen.module.css';

interface ContactWayProps {
  href: string;
  title: string;
  hint: string;
  opensNewPage?: boolean;
  /** The icon. */
  children: ReactNode;
}

/** One way to contact support, outside the app. */
export function ContactWay({ href, title, hint, opensNewPage = false, children }: ContactWayProps) {
  return (
    <li>
      <a href={href} className={styles.way} {...(opensNewPage && { target: '_blank', rel: 'noreferrer' })}>
        <span className={styles.icon}>{children}</span>
        <span className={styles.words}>
          <b>{title}</b>
          <span className="num">{hint}</span>
        </span>
        <ChevronRight size={20} aria-hidden />
      </a>
    </li>
  );
}
