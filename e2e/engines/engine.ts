import type { Query, Until } from './query.ts';

export interface Size {
  width: number;
  height: number;
}

/** A fresh window of a browser, as far as steps need one: each browser has its own way to do the same. */
export interface Engine {
  /** Opens an address and waits until it has loaded. */
  open(address: string): Promise<void>;
  /** What a function answers in the page at once, where it knows nothing but its arguments. */
  ask<Args extends unknown[], Answer>(run: (...args: Args) => Answer, ...args: Args): Promise<Answer>;
  /** What is there now; rejects with what hinders. */
  look(what: Query, until: Until): Promise<Found>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** What follows happens in the page's frame with this title; without one, in the page again. */
  enter(title?: string): Promise<void>;
  /** Makes the page as large as this. */
  resize(size: Size): Promise<void>;
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface Found {
  click(): Promise<void>;
  /** Takes it by its middle, draws it this far to the right and lets go. */
  drag(px: number): Promise<void>;
}

export type Key = 'Tab' | 'Enter' | 'Escape' | 'ArrowRight';

/** A browser that may be on the machine. */
export interface EngineKind {
  name: string;
  /** The files that it is made of, and the packages of Debian that bring them. */
  files: string[];
  packages: string;
  /** A driver's phone may be set to dark; everybody's place stays unknown. */
  open(look: { dark: boolean }): Promise<Engine>;
}
