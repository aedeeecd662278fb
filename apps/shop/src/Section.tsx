import type { ReactNode } from 'react';
import styles from './Section.module.css';

/** A part of a page below its head. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
