import type { Messages } from '#messages/messages.ts';
import { isNoNetwork, Refusal } from './client.ts';

/** What the driver is told about a failed call: the API's own sentence, or whether there was no network. */
export function failureSentence(error: unknown, { errors }: Pick<Messages, 'errors'>): string {
  if (error instanceof Refusal) return error.message;
  return isNoNetwork(error) ? errors.network : errors.server;
}
