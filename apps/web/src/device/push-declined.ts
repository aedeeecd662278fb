const KEY = 'notifications-declined';

/** Whether the driver has said, on this device, that notifications are not wanted. */
export function isPushDeclined(): boolean {
  return localStorage.getItem(KEY) === 'yes';
}

export function notePushDeclined(): void {
  localStorage.setItem(KEY, 'yes');
}
