const KEY = 'notifications-declined';

/** True when the driver has declined notifications on this device. */
export function isPushDeclined(): boolean {
  return localStorage.getItem(KEY) === 'yes';
}

export function notePushDeclined(): void {
  localStorage.setItem(KEY, 'yes');
}
