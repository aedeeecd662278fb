/**
 * True if a drawer is to close because of the second click of a double click on what has opened it. That click is not
 * meant for the page behind the drawer.
 */
export function isSecondClick({ reason, event }: { reason: string; event: Event }): boolean {
  return reason === 'outside-press' && 'detail' in event && Number(event.detail) > 1;
}
