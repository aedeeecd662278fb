/**
 * Charge points download firmware and upload files below this path, each at its own address. They may take longer than
 * other callers.
 */
export const FILES_PATH = '/charger-files';
