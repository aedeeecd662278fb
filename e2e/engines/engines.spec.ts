import { expect } from '../environment.ts';
import { BUYER, DETAIL } from '../shop-steps.ts';
import { arrive, KINDS, test, skipReason } from './engine-test.ts';
import { element } from './query.ts';

const CAR = { batteryWh: 60_000, soc: 34, maxPowerW: 150_000 };
const STATION = 'bijli-point-hsr-layout-bengaluru';
const SANDBOX = 'Payment sandbox';

for (const kind of KINDS) {
  const reason = skipReason(kind);
  test.describe(reason ?? kind.name, () => {
    test.use({ kind });
    test.skip(reason !== undefined);

    test('from a phone number to the invoice, with a top-up on the way', async ({ steps, journey, stack }) => {
      const chargePoint = await journey.ownChargePoint(STATION);
      chargePoint.plug(1, CAR);
      await steps.open(stack.url);
      await steps.arriveAt('/login');
      await steps.fill(element('field', 'Phone number'), journey.mobile);
      await steps.tap(element('button', 'Send OTP'));
      await steps.arriveAt('/otp-verify');
      await steps.tap(element('field', 'Digit 1'));
      await steps.type(await journey.codeFor(journey.mobile));
      await steps.tap(element('button', 'Verify OTP'));
      await steps.arriveAt('/basic-details');
      await steps.fill(element('field', 'Name'), 'Asha Rao');
      await steps.fill(element('field', 'Email'), 'asha@example.com');
      await steps.tap(element('button', 'Save Information'));
      await steps.arriveAt('/');

      await steps.open(`${stack.url}/charger?id=${STATION}`);
      await steps.tap(element('button', 'Choose a vehicle'));
      await steps.tap(element('text', 'Add New', element('dialog')));
      await steps.arriveAt('/manage-vehicles');
      await steps.tap(element('button', /Tata Nexon EV Max/));
      await steps.tap(element('button', 'Add Vehicle'));
      await steps.fill(element('field', /^/, element('dialog')), 'mh 12-ab 1234');
      await steps.tap(element('button', 'Add Vehicle', element('dialog')));
      await steps.see(element('text', 'Vehicle added.'));

      await steps.open(`${stack.url}/charger?id=${STATION}`);
      await steps.tap(element('text', 'Preparing', element('region', chargePoint.id)));
      await steps.tap(element('button', 'Charge Now'));
      const sheet = element('dialog', 'Charge Now');
      for (let unit = 0; unit < 2; unit += 1) await steps.tap(element('button', /^(More|Increase|Add 1)/, sheet));
      await steps.tap(element('button', 'Add Credits', sheet));
      await steps.tap(element('button', /^Add ₹/, element('dialog', 'Add Credit')));
      await steps.enter(SANDBOX);
      await steps.tap(element('button', /^Pay/));
      await steps.enter();
      await steps.see(element('text', / added\./));
      await steps.tap(element('button', /^Proceed to Pay/, sheet));

      await steps.arriveAt('/next-charging');
      await steps.see(element('heading', 'Units Consumed'));
      await steps.slide(element('button', /[Ss]top/), 320);
      await steps.arriveAt('/payment-details');
      await steps.see(element('text', /EV\d\d\/\d{4}\/\d{6}/));
      await steps.see(element('text', /^Tata Nexon EV Max . LR 40.5 kWh . MH 12 AB 1234$/));
    });

    test('the map, its pins and cards, the search and its filter', async ({ steps, journey, stack }) => {
      await journey.ownChargePoint(STATION);
      await arrive(steps, stack, journey.mobile);
      await steps.open(`${stack.url}/?lat=12.9116&lng=77.6389`);
      const cards = element('list', 'Stations on the map');
      await steps.see(element('item', /Bijli Point HSR Layout/, cards));
      await steps.tap(element('map'));
      await steps.holds(() => performance.getEntriesByName('map-drawn').length > 0);
      await steps.see(element('pin'));
      const pinAt = () => steps.ask(() => document.querySelector('[data-chosen]')?.getBoundingClientRect().x ?? 0);
      const before = await pinAt();
      await steps.slide(element('map'), 120);
      await expect.poll(pinAt).toBeGreaterThan(before + 60);
      await steps.tap(element('link', /^Search charger/));
      await steps.arriveAt('/search');
      await steps.fill(element('field', /^Search/), 'Bangalore');
      const found = element('panel', 'Stations found');
      await steps.see(element('text', /^\d+ stations$/, found));
      await steps.tap(element('button', 'Filter'));
      const panel = element('dialog', 'Filter');
      await steps.tap(element('button', /^CCS2/, panel));
      await steps.tap(element('button', 'Apply Filter', panel));
      await steps.missing(panel);
      await steps.see(element('button', 'Filter, 1 chosen'));
      await steps.tap(element('link', /Bijli Point HSR Layout/, found));
      await steps.arriveAt('/charger');
      await steps.see(element('heading', 'Bijli Point HSR Layout'));
    });

    test('an order up to its page', async ({ steps, stack }) => {
      await steps.open(stack.url + DETAIL);
      await steps.holds(() => document.documentElement.hasAttribute('data-live'));
      await steps.tap(element('button', 'Order Now'));
      for (const [label, text] of Object.entries(BUYER)) await steps.fill(element('field', label), text);
      await steps.tap(element('button', 'Place Order'));
      await steps.see(element('dialog', 'Order placed successfully!'));
      await steps.tap(element('button', /^Next: pay/));
      await steps.tap(element('button', /^Pay/));
      await steps.see(element('text', 'Paid. We are packing it.'));
    });
  });
}
