/** Says to a service worker that waits: take the pages over. */
export const TAKE_OVER = 'take-over';
/** Says to the service worker: the driver leaves this device. */
export const FORGET = 'forget';
