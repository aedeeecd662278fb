/** Below it charge points fetch firmware and bring files, each by an address of its own; they may take longer over it than other callers. */
export const FILES_PATH = '/charger-files';
