import { expect } from '../environment.ts';
import { BUYER, DETAIL } from '../shop-steps.ts';
import { arrive, KINDS, test, whyNot } from './engine-test.ts';
import { the } from './query.ts';

const CAR = { batteryWh: 60_000, soc: 34, maxPowerW: 150_000 };
const STATION = 'bijli-point-hsr-layout-bengaluru';
const SANDBOX = 'Payment sandbox';

for (const kind of KINDS) {
  const reason = whyNot(kind);
  test.describe(reason ?? kind.name, () => {
    test.use({ kind });
    test.skip(reason !== undefined);

    test('from a phone number to the invoice, with a top-up on the way', async ({ steps, journey, stack }) => {
      const chargePoint = await journey.ownChargePoint(STATION);
      chargePoint.plug(1, CAR);
      await steps.open(stack.url);
      await steps.arriveAt('/login');
      await steps.fill(the('field', 'Phone number'), journey.mobile);
      await steps.tap(the('button', 'Send OTP'));
      await steps.arriveAt('/otp-verify');
      await steps.tap(the('field', 'Digit 1'));
      await steps.type(await journey.codeFor(journey.mobile));
      await steps.tap(the('button', 'Verify OTP'));
      await steps.arriveAt('/basic-details');
      await steps.fill(the('field', 'Name'), 'Asha Rao');
      await steps.fill(the('field', 'Email'), 'asha@example.com');
      await steps.tap(the('button', 'Save Information'));
      await steps.arriveAt('/');

      await steps.open(`${stack.url}/charger?id=${STATION}`);
      await steps.tap(the('button', 'Choose a vehicle'));
      await steps.tap(the('text', 'Add New', the('dialog')));
      await steps.arriveAt('/manage-vehicles');
      await steps.tap(the('button', /Tata Nexon EV Max/));
      await steps.tap(the('button', 'Add Vehicle'));
      await steps.fill(the('field', /^/, the('dialog')), 'mh 12-ab 1234');
      await steps.tap(the('button', 'Add Vehicle', the('dialog')));
      await steps.see(the('text', 'Vehicle added.'));

      await steps.open(`${stack.url}/charger?id=${STATION}`);
      await steps.tap(the('text', 'CCS2', the('region', chargePoint.id)));
      await steps.tap(the('button', 'Charge Now'));
      const sheet = the('dialog', 'Charge Now');
      for (let unit = 0; unit < 2; unit += 1) await steps.tap(the('button', /^(More|Increase|Add 1)/, sheet));
      await steps.tap(the('button', 'Add Credits', sheet));
      await steps.tap(the('button', /^Add ₹/, the('dialog', 'Add Credit')));
      await steps.enter(SANDBOX);
      await steps.tap(the('button', /^Pay/));
      await steps.enter();
      await steps.see(the('text', / added\./));
      await steps.tap(the('button', 'Proceed to Pay', sheet));

      await steps.arriveAt('/next-charging');
      await steps.see(the('heading', 'Units Consumed'));
      await steps.slide(the('button', /[Ss]top/), 320);
      await steps.arriveAt('/payment-details');
      await steps.see(the('text', /EV\d\d\/\d{4}\/\d{6}/));
      await steps.see(the('text', 'Tata Nexon EV Max / LR 40.5 kWh'));
    });

    test('the map, its pins and cards, the search and its filter', async ({ steps, journey, stack }) => {
      await journey.ownChargePoint(STATION);
      await arrive(steps, stack, journey.mobile);
      await steps.open(`${stack.url}/?lat=12.9116&lng=77.6389`);
      const cards = the('list', 'Stations on the map');
      await steps.see(the('item', /Bijli Point HSR Layout/, cards));
      await steps.tap(the('map'));
      await steps.holds(() => performance.getEntriesByName('map-drawn').length > 0);
      await steps.see(the('pin'));
      const pinAt = () => steps.ask(() => document.querySelector('[data-chosen]')?.getBoundingClientRect().x ?? 0);
      const before = await pinAt();
      await steps.slide(the('map'), 120);
      await expect.poll(pinAt).toBeGreaterThan(before + 60);
      await steps.tap(the('link', /^Search charger/));
      await steps.arriveAt('/search');
      await steps.fill(the('field', /^Search/), 'Bangalore');
      const found = the('panel', 'Stations found');
      await steps.see(the('text', /^\d+ stations$/, found));
      await steps.tap(the('button', 'Filter'));
      const panel = the('dialog', 'Filter');
      await steps.tap(the('button', /^CCS2/, panel));
      await steps.tap(the('button', 'Apply Filter', panel));
      await steps.missing(panel);
      await steps.see(the('button', 'Filter, 1 chosen'));
      await steps.tap(the('link', /Bijli Point HSR Layout/, found));
      await steps.arriveAt('/charger');
      await steps.see(the('heading', 'Bijli Point HSR Layout'));
    });

    test('an order up to its page', async ({ steps, stack }) => {
      await steps.open(stack.url + DETAIL);
      await steps.holds(() => document.documentElement.hasAttribute('data-live'));
      await steps.tap(the('button', 'Order Now'));
      for (const [label, text] of Object.entries(BUYER)) await steps.fill(the('field', label), text);
      await steps.tap(the('button', 'Place Order'));
      await steps.see(the('dialog', 'Order placed successfully!'));
      await steps.tap(the('button', /^Next: pay/));
      await steps.tap(the('button', /^Pay/));
      await steps.see(the('text', 'Paid. We are packing it.'));
    });
  });
}
