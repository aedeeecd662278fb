import type { ReactNode } from 'react';
import styles from './Section.module.css';

/** A part of a page below its head. */
export function Section({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section className={styles.section} id={id}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
