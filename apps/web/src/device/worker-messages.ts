/** Message to a waiting service worker: become active now. */
export const TAKE_OVER = 'take-over';
/** Message to the service worker: the driver has signed out. */
export const FORGET = 'forget';
