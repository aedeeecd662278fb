import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface Props {
  /** What the picture shows: a component of `drawings`. Each page loads only its own. */
  drawing: ReactNode;
  title: string;
  text: string;
  /** True when it is the whole page, so that its title is the page's heading. */
  isPage?: boolean;
  /** Links to what the visitor can do next. */
  children?: ReactNode;
}

/** A drawing and a text for an empty page or list, with links to what the visitor can do next. */
export function EmptyState({ drawing, title, text, isPage = false, children }: Props) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <section className={styles.empty}>
      <svg viewBox="0 0 320 200" aria-hidden>
        <path d="M20 176H300" opacity=".5" />
        {drawing}
      </svg>
      <Title>{title}</Title>
      <p>{text}</p>
      {children}
    </section>
  );
}
