import { createMailOutbox } from '#adapters/mail/mail-outbox.ts';
import { chosenPaymentProvider } from '#adapters/payments/chosen-payment-provider.ts';
import { createSmsOutbox } from '#adapters/sms/sms-outbox.ts';
import { createEvents } from '#events/events.ts';
import { systemClock } from '#kernel/clock.ts';
import { createLog } from '#kernel/log.ts';
import { createPayments } from '#modules/payments/index.ts';
import { createStorefront, type Storefront } from '#modules/storefront/index.ts';
import { paymentOptions, storefrontOptions } from '../config/module-options.ts';
import type { CommandContext } from './command.ts';

/**
 * Creates the shop for a command. The command only stores what is to be done; the running server contacts buyers and
 * banks.
 */
export function openShop({ database, config }: CommandContext): Storefront {
  const clock = systemClock;
  const log = createLog('error');
  const payments = createPayments({
    database,
    clock,
    log,
    provider: chosenPaymentProvider(config, { clock, log }),
    ...paymentOptions(config),
    events: createEvents({ log }),
  });
  return createStorefront({
    database,
    clock,
    log,
    payments,
    mail: createMailOutbox(config.shop.mail.outbox, { from: config.shop.mail.from, clock, log }),
    sms: createSmsOutbox(clock),
    ...storefrontOptions(config),
  });
}
