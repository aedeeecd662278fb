/** A message that a provider accepted. */
export interface SentMessage {
  provider: 'msg91' | 'twilio';
  /** Ten digits. */
  to: string;
  text: string;
  /** Only for MSG91. */
  templateId: string | undefined;
}

/**
 * Quirks of the next calls: a wrong key, too many calls, a provider that is down, one that does not answer, one that
 * cuts the connection, one that refuses with status 200, and one that answers something other than JSON.
 */
export type SmsQuirk = 'unauthorised' | 'too_many' | 'down' | 'silent' | 'cut' | 'refused_with_200' | 'nonsense';

export interface SmsContext {
  sent: SentMessage[];
  quirk: SmsQuirk | undefined;
}
