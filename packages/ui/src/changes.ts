/** Those who want to hear that something has changed. */
export interface Changes {
  /** Calls from now on; returns how to stop. */
  subscribe(this: void, listener: () => void): () => void;
  tell(this: void): void;
}

/** `isInOtherTabs`: what changes is in local storage, and a change of it in another tab counts too. */
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
    tell() {
      for (const listener of listeners) listener();
    },
  };
}
