/** A message that a vendor took. */
export interface SentMessage {
  vendor: 'msg91' | 'twilio';
  /** Ten digits. */
  to: string;
  text: string;
  /** MSG91's. */
  templateId: string | undefined;
}

/**
 * What goes wrong with the next calls: a wrong key, too many calls, a vendor that is down, one that says nothing, one that
 * breaks the connection off, one that says no with status 200, and one that answers something else than JSON.
 */
export type SmsQuirk = 'unauthorised' | 'too_many' | 'down' | 'silent' | 'cut' | 'refused_with_200' | 'nonsense';

export interface SmsContext {
  sent: SentMessage[];
  quirk: SmsQuirk | undefined;
}
