import type { IdTagInfo } from '@bijli/ocpp/messages';
import type { StartAnswer } from '#modules/sessions/index.ts';

/** OCPP 1.6 section 7.20: tags are compared without case. Some firmware fills short ones up to 20 characters. */
export function idTagIn(idTag: string | undefined): string | undefined {
  return idTag?.trim().toUpperCase();
}

/** OCPP 1.6 section 7.8. */
export function idTagInfoOf({ status, expiresAt, parentIdTag }: Omit<StartAnswer, 'transactionId'>): IdTagInfo {
  return {
    status,
    ...(expiresAt && { expiryDate: expiresAt.toISOString() }),
    ...(parentIdTag !== undefined && { parentIdTag }),
  };
}
