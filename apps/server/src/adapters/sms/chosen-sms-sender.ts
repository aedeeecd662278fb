import type { Bus } from '#cluster/bus.ts';
import type { SmsConfig } from '#config/sms-config.ts';
import type { Http } from '#http/calls/serve.ts';
import type { SmsSender } from '#modules/accounts/index.ts';
import { createMsg91Sender } from './msg91.ts';
import type { SmsCallContext } from './sms-call.ts';
import { createSmsOutbox } from './sms-outbox.ts';
import { createTwilioSender } from './twilio.ts';

/** Creates the SMS sender that the settings choose. `routes`: endpoints that the demo serves with it. */
export function chosenSmsSender(
  provider: SmsConfig['provider'],
  context: SmsCallContext & { bus?: Bus | undefined },
): SmsSender & { routes?(http: Http): void } {
  if (provider.name === 'msg91') return createMsg91Sender(provider, context);
  if (provider.name === 'twilio') return createTwilioSender(provider, context);
  return createSmsOutbox(context.clock, context.bus);
}
