import type { Query, ElementState } from './query.ts';

export interface Size {
  width: number;
  height: number;
}

/**
 * A new window of a browser, with only the actions that the steps need. Each browser implements them in its own way.
 */
export interface Engine {
  /** Opens an address and waits until it has loaded. */
  open(address: string): Promise<void>;
  /** Runs a function in the page and returns its result at once. The function sees only its arguments. */
  ask<Args extends unknown[], Answer>(run: (...args: Args) => Answer, ...args: Args): Promise<Answer>;
  /** Looks for an element now. Rejects with what is in the way. */
  look(what: Query, until: ElementState): Promise<Found>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Moves the following actions into the frame with this title, or back to the page if no title is given. */
  enter(title?: string): Promise<void>;
  /** Gives the page this size. */
  resize(size: Size): Promise<void>;
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface Found {
  click(): Promise<void>;
  /** Grabs the element in its middle, drags it this far to the right and lets go. */
  drag(px: number): Promise<void>;
}

export type Key = 'Tab' | 'Enter' | 'Escape' | 'ArrowRight';

/** A browser that may be installed. */
export interface EngineKind {
  name: string;
  /** The files that the browser needs, and the Debian packages that contain them. */
  files: string[];
  packages: string;
  /** The window can have a dark theme. Pages cannot get a position. */
  open(look: { dark: boolean }): Promise<Engine>;
}
