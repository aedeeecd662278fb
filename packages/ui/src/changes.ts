/** A list of listeners to one thing that changes. */
export interface Changes {
  /** Calls the listener at each change. Returns a function that stops it. */
  subscribe(this: void, listener: () => void): () => void;
  notify(this: void): void;
}

/** `isInOtherTabs`: the thing is in local storage, so a change in another tab counts too. */
export function createChanges({ isInOtherTabs = false } = {}): Changes {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      if (isInOtherTabs) addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        if (isInOtherTabs) removeEventListener('storage', listener);
      };
    },
    notify() {
      for (const listener of listeners) listener();
    },
  };
}
