// Stands beside the server in the bare Debian while its package is tried: a payment provider, a provider of short
// messages and one charge point, which go on while the server is updated. What the driver of try-charge.mjs has to see
// of them is told at CONTROL.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { ChargePoint } from '../../tools/charge-point/src/charge-point.ts';
import { createSandbox } from '../../tools/payment-sandbox/src/sandbox.ts';
import { createSmsSandbox } from '../../tools/payment-sandbox/src/sms/sms-sandbox.ts';
import { CONTROL_PORT, PROVIDER_PORT, SMS_PORT } from './try-ports.mjs';

const answers = Object.fromEntries(
  [...readFileSync('/answers', 'utf8').matchAll(/^(\w+)="?([^"\n]*)"?$/gm)].map(([, name, value]) => [name, value]),
);
await createSandbox({
  port: PROVIDER_PORT,
  phonepe: {
    clientId: answers.PHONEPE_CLIENT_ID,
    clientSecret: answers.PHONEPE_CLIENT_SECRET,
    clientVersion: '1',
    webhookUsername: answers.PHONEPE_WEBHOOK_USERNAME,
    webhookPassword: 'none is sent',
  },
});
const sms = await createSmsSandbox({
  port: SMS_PORT,
  msg91: { authKey: answers.MSG91_AUTHKEY, templates: { [answers.MSG91_TEMPLATE_CODE]: '##code##' } },
});

const chargePoint = new ChargePoint({
  id: 'FIRST-1',
  url: 'ws://127.0.0.1:3000/ocpp',
  password: readFileSync('/try/secret', 'utf8').trim(),
  vendor: 'Bijli',
  model: 'Try',
  connectors: [{ number: 1, type: 'CCS2', current: 'DC', maxPowerW: 60_000 }],
});
void chargePoint.connect({ patient: true });

const ANSWERS = {
  '/code': () => sms.sent.at(-1)?.text,
  '/meter': () => chargePoint.connector(1).registerWh,
  '/online': () => chargePoint.isOnline,
  '/plug': () => chargePoint.plug(1, { batteryWh: 60_000, soc: 20, maxPowerW: 60_000 }),
  '/unplug': () => chargePoint.unplug(1),
};
createServer((request, response) => {
  response.end(JSON.stringify(ANSWERS[request.url]?.() ?? null));
}).listen(CONTROL_PORT, '127.0.0.1', () => writeFileSync('/try/equipped', ''));
