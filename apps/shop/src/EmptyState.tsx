import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface Props {
  drawing: keyof typeof DRAWINGS;
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
        {DRAWINGS[drawing]}
      </svg>
      <Title>{title}</Title>
      <p>{text}</p>
      {children}
    </section>
  );
}

const DRAWINGS = {
  /** A wallbox whose cable is not plugged in. */
  unplugged: (
    <>
      <rect x="112" y="24" width="96" height="112" rx="30" />
      <circle cx="160" cy="62" r="18" strokeDasharray="4 6" />
      <rect x="142" y="94" width="36" height="30" rx="12" />
      <path d="M178 136c0 26 40 40 60 14 16-22-10-44-26-26-12 14 6 44 44 52" opacity=".9" />
      <path d="M256 176h8" strokeWidth="8" />
    </>
  ),
  /** The outline of a wallbox that has been removed. */
  gone: (
    <>
      <rect x="112" y="24" width="96" height="112" rx="30" strokeDasharray="5 7" />
      <path d="M146 66l28 28M174 66l-28 28" />
    </>
  ),
  /** Two wallboxes side by side, one only outlined. */
  pair: (
    <>
      <rect x="52" y="24" width="96" height="112" rx="30" />
      <circle cx="100" cy="62" r="18" />
      <rect x="82" y="94" width="36" height="30" rx="12" />
      <rect x="172" y="24" width="96" height="112" rx="30" strokeDasharray="5 7" />
      <path d="M220 64v32M204 80h32" />
    </>
  ),
  /** A parcel on the floor. */
  parcel: (
    <>
      <path d="M160 52l66 28v64l-66 32-66-32V80z" />
      <path d="M94 80l66 30 66-30M160 110v66M127 66l66 30v22" />
    </>
  ),
  /** A moving bank card. */
  card: (
    <>
      <rect x="96" y="64" width="128" height="84" rx="14" />
      <path d="M96 92h128M114 124h30" />
      <path d="M40 84h34M28 106h46M48 128h26" strokeDasharray="5 7" />
    </>
  ),
};
