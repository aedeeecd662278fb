// Pages of the build before send and receive these messages too, so their values must not change.

/** Message to a waiting service worker: become active now. */
export const SKIP_WAITING = 'take-over';
/** Message to the service worker: the driver has signed out. */
export const SIGNED_OUT = 'forget';
