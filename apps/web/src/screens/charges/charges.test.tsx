import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Invoice, SessionListItem } from '@bijli/contract/charging';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, fill, press, text, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { here, open, setSize } from '../../testing/page.tsx';
import { stubNavigator } from '../../testing/stub-navigator.ts';

const CHARGES = 'GET /api-v1/user/charging-session-list';
const INVOICE = 'GET /api-v1/user/payment-details';

const charge = (details: Partial<SessionListItem>): SessionListItem => ({
  status: 'completed',
  property_id: 's1',
  property_name: 'Forum Rex Walk',
  address: 'Brigade Road',
  booking_id: 'BK1',
  created_at: '2026-11-18T13:44:00Z',
  connector_name: 'Gun 1',
  charger_name: 'DC 60 A',
  payment_id: 'P1',
  ...details,
});
const invoice: Invoice = {
  invoice_number: 'BJ/26-27/004218',
  booking_id: 'BK1',
  charger_name: 'DC 120 A',
  connector_name: 'Gun 1',
  vehicle: null,
  soc_start: 34,
  soc_end: 74,
  units_consumed: 17.86,
  start_date_time: '2026-11-20T08:36:00Z',
  end_date_time: '2026-11-20T09:04:00Z',
  amount: 410.78,
  sgst: 36.97,
  cgst: 36.97,
  total_amount: 484.72,
  property_id: 's1',
  property_name: 'Forum Rex Walk',
  property: {
    property_name: 'Forum Rex Walk',
    address: 'Brigade Road',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560025',
    country: 'India',
  },
  status: 'completed',
};

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  server = await serveAnswers({ [INVOICE]: { success: true, data: invoice } });
});
afterEach(async () => {
  await clear();
  await server.close();
  vi.unstubAllGlobals();
});

const showCharges = async (...data: SessionListItem[]) => {
  server.answers[CHARGES] = { success: true, data };
  await open('/charging-sessions');
  await until(() => expect(document.querySelector('[role=tabpanel][aria-busy=false]')).not.toBeNull());
};

test('completed charges are under Completed, which is open first, all others under Pending [SESSIONS-1, SESSIONS-2, API-27]', async () => {
  await showCharges(
    charge({ property_name: 'Done' }),
    charge({ property_name: 'Running', status: 'charging', booking_id: 'BK2', units_consumed: 0.346 }),
    charge({ property_name: 'Broken', status: 'failed', booking_id: 'BK3' }),
  );
  const names = () => [...document.querySelectorAll('h2')].map((name) => name.textContent);
  expect(element('[role=tab][aria-selected=true]').textContent).toBe('Completed');
  expect(names()).toEqual(['Done']);
  await press(element('[role=tab]', 'Pending'));
  expect(names()).toEqual(['Running', 'Broken']);
  // A running charge has two decimals, as on its own page. Whole Wh are billed only at the end.
  expect(text()).toContain('Units0.35\u202FkWh');
});

test('a card shows place, booking, charger, date and battery when it is known [SESSIONS-5, SESSIONS-6, SESSIONS-8]', async () => {
  await showCharges(
    charge({ soc_start: 41, soc_end: 74 }),
    charge({ booking_id: 'BK2', soc_start: null, charger_name: 'Charger 1' }),
  );
  const [known, unknown] = [...document.querySelectorAll('[role=tabpanel] a')].map((card) => card.textContent);
  for (const fact of [
    'Forum Rex Walk',
    'Brigade Road',
    'BK1',
    'DC 60 A · Gun 1',
    '18 Nov 2026 07:14 pm',
    'From 41% to 74%',
  ])
    expect(known).toContain(fact);
  expect(known).toContain('Battery');
  expect(unknown).not.toContain('Battery');
  expect(unknown).toMatch(/Charger\s*1 · Gun 1/);
  expect(unknown).not.toMatch(/Charger\s*Charger/);
});

test('offline the charges stay, with their age, and without them one sentence says that they did not load', async () => {
  await showCharges(charge({ property_name: 'Done' }));
  stubNavigator({ onLine: false });
  await act(async () => dispatchEvent(new Event('offline')));
  expect(element('main [role=status]').textContent).toMatch(/^No internet\. Last updated .+\.Try again$/);
  element('h2', 'Done');
  await clear();
  await server.close();
  await open('/charging-sessions');
  await until(() => element('h2', 'Sessions did not load'));
  expect(document.querySelector('.Toastify__toast')).toBeNull();
  server = await serveAnswers({});
});

test('a card shows the driver’s stars for the station, or none [SESSIONS-7]', async () => {
  await showCharges(charge({ own_rating: 4 }), charge({ booking_id: 'BK2' }));
  const [rated, unrated] = [...document.querySelectorAll('[role=tabpanel] a')].map((card) => card.textContent);
  expect(rated).toContain('You Rate 4.0');
  expect(unrated).not.toContain('You Rate');
});

test('a completed card opens its invoice by payment id [SESSIONS-3]', async () => {
  await showCharges(charge({ payment_id: 'P7' }));
  await press(element('[role=tabpanel] a'));
  await until(() => expect(here()).toEqual({ path: '/payment-details', state: { payment_id: 'P7' } }));
  await until(() => expect(server.asked.find(({ call }) => call === INVOICE)?.search).toBe('?payment_id=P7'));
});

test('a running card returns to the live screen, another pending one leads nowhere [SESSIONS-9]', async () => {
  await showCharges(charge({ status: 'failed', booking_id: 'BK2' }), charge({ status: 'charging' }));
  await press(element('[role=tab]', 'Pending'));
  const links = document.querySelectorAll('[role=tabpanel] a');
  expect([...links].map((link) => link.getAttribute('href'))).toEqual(['/next-charging']);
  await press(element('[role=tabpanel] article'));
  expect(here().path).toBe('/charging-sessions');
  await press(element('[role=tabpanel] a'));
  await until(() => expect(here()).toMatchObject({ path: '/next-charging', state: { property_id: 's1' } }));
});

test('a requested or paused charge is running too, and says so in words [SESSIONS-9]', async () => {
  const states = ['held', 'sent', 'accepted', 'suspended', 'stopping'];
  await showCharges(...states.map((status) => charge({ status, booking_id: status })));
  await press(element('[role=tab]', 'Pending'));
  const links = [...document.querySelectorAll('[role=tabpanel] a')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual(states.map(() => '/next-charging'));
  const words = ['Starting', 'Starting', 'Starting', 'Paused', 'Stopping'];
  for (const [index, link] of links.entries()) expect(link.textContent).toContain(words[index]);
});

test('a charge that was settled on the charger’s last reading says so, in the list and on its invoice', async () => {
  await showCharges(charge({ provisional: true }), charge({ booking_id: 'BK2' }));
  const [settled, label] = [...document.querySelectorAll('[role=tabpanel] a')].map((card) => card.textContent);
  expect(settled).toContain('may still change');
  expect(label).not.toContain('may still change');
  await showInvoice({ payment_id: 'P1' }, { provisional: true });
  expect(text()).toContain('Based on the charger’s last reading. The bill may still change.');
  await showInvoice({ payment_id: 'P2' });
  expect(text()).not.toContain('last reading');
});

test('each tab has its own empty text [SESSIONS-4]', async () => {
  await showCharges();
  element('h2', 'No Charging Session');
  await press(element('[role=tab]', 'Pending'));
  element('h2', 'No Pending Session');
});

const showInvoice = async (state: object, details: Partial<Invoice> = {}) => {
  server.answers[INVOICE] = { success: true, data: { ...invoice, ...details } };
  await open('/payment-details', state);
  await until(() => element('dd', 'BJ/26-27/004218'));
};
const fact = (term: string) =>
  [...document.querySelectorAll('dt')].find((each) => each.textContent === term)?.nextElementSibling?.textContent;

test('the invoice adds both halves of the tax as IGST and names what the answer lacks [INVOICE-5, INVOICE-6, INVOICE-7]', async () => {
  await showInvoice({ transaction_id: 'BK1' }, { sgst: 36.97, cgst: 36.96 });
  expect(fact('IGST')).toBe('₹73.93');
  expect(fact('Vehicle')).toBe('N/A');
  expect(fact('Connector')).toBe('Gun 1 · CCS 1');
  await showInvoice({ payment_id: 'P1' }, { connector_type: 'CCS2', vehicle: { vehicle_name: 'Nexon EV' } });
  expect(fact('Connector')).toBe('Gun 1 · CCS2');
  expect(fact('Vehicle')).toBe('Nexon EV');
  const vehicle = { vehicle_name: 'Papa’s car', model_name: 'Nexon EV', vehicle_registration_number: 'KA05MR4521' };
  await showInvoice({ payment_id: 'P2' }, { vehicle });
  expect(fact('Vehicle')).toBe('Papa’s car · Nexon EV · KA 05 MR 4521');
});

test.each([
  ['a transaction id', { transaction_id: 'BK1' }, '?payment_id=BK1'],
  ['a payment id', { payment_id: 'P1' }, '?payment_id=P1'],
  ['a transaction id from charging', { transaction_id: 'BK2', fromScreen: 'charging' }, '?payment_id=BK2'],
])('the invoice is loaded by %s [INVOICE-1, INVOICE-2, INVOICE-10]', async (_, state, search) => {
  await showInvoice(state);
  expect(server.asked.find(({ call }) => call === INVOICE)?.search).toBe(search);
  expect(fact('Invoice number')).toBe('BJ/26-27/004218');
});

test('the invoice shows numbers, place, charger, times, battery, units, amount, tax and total [INVOICE-8, INVOICE-9, API-20]', async () => {
  await showInvoice({ transaction_id: 'BK1' });
  expect([fact('Start'), fact('End')]).toEqual(['20 Nov 2026 02:06 pm', '20 Nov 2026 02:34 pm']);
  expect([fact('Units'), fact('Amount'), fact('IGST'), fact('Total')]).toEqual([
    '17.86\u202FkWh',
    '₹410.78',
    '₹73.94',
    '₹484.72',
  ]);
  expect([fact('Invoice number'), fact('Booking id')]).toEqual(['BJ/26-27/004218', 'BK1']);
  expect([fact('Charger'), fact('Connector')]).toEqual(['DC 120 A', 'Gun 1 · CCS 1']);
  expect(fact('Battery')).toContain('From 34% to 74%');
  expect(element('main h2').textContent).toBe('Forum Rex Walk');
  expect(text()).toContain('Brigade Road, Bengaluru, Karnataka 560025, India');
});

test('the header is hidden directly after charging and shown otherwise [INVOICE-3]', async () => {
  await showInvoice({ transaction_id: 'BK1', fromScreen: 'charging' });
  expect(document.querySelector('header')).toBeNull();
  await showInvoice({ transaction_id: 'BK1' });
  expect(element('header h1').textContent).toBe('Invoice');
});

test('directly after charging the page offers a review of the station, otherwise it does not [INVOICE-4]', async () => {
  const about = { property_id: 's9', property_name: 'Hebbal Hub' };
  await showInvoice({ transaction_id: 'BK1' });
  expect(document.querySelector('a[href="/add-review"]')).toBeNull();
  await showInvoice({ transaction_id: 'BK1', fromScreen: 'charging', ...about });
  const link = element('a[href="/add-review"]');
  expect(link.textContent).toBe('Review and Rate');
  expect(link.className).toContain('primary');
  expect(element('a[href="/"]', 'Back to the map').className).not.toContain('primary');
  await press(link);
  await until(() => expect(here()).toEqual({ path: '/add-review', state: about }));
});

test.each([
  ['on a phone the review is in reach of the thumb, outside the figures', 390, 844, false],
  ['on a wide screen the review follows the figures and covers nothing', 1440, 900, true],
] as const)('%s', async (_, width, height, isInFlow) => {
  setSize(width, height);
  await showInvoice({ transaction_id: 'BK1', fromScreen: 'charging', property_id: 's9', property_name: 'Hebbal Hub' });
  expect(element('a[href="/add-review"]').closest('main') !== null).toBe(isInFlow);
});

test('a charge of long ago leads to its station', async () => {
  await showInvoice({ payment_id: 'BK1' });
  await until(() => element('a[href="/charger?id=s1"]', 'See the station'));
  await showInvoice({ transaction_id: 'BK1', fromScreen: 'charging' });
  expect(document.querySelector('a[href^="/charger"]')).toBeNull();
});

test('a charge without a station in the page’s state is reviewed at the station of its invoice [INVOICE-4]', async () => {
  await showInvoice({ transaction_id: 'BK1', fromScreen: 'charging' });
  await press(element('a[href="/add-review"]', 'Review and Rate'));
  await until(() => expect(here().state).toEqual({ property_id: 's1', property_name: 'Forum Rex Walk' }));
});

test('an invoice is shared from the device as text, or copied if it cannot share', async () => {
  const shared: unknown[] = [];
  const copied: string[] = [];
  vi.stubGlobal('navigator', { onLine: true, share: async (what: unknown) => shared.push(what) });
  await showInvoice({ transaction_id: 'BK1' });
  await press(element('button[aria-label="Share invoice"]'));
  const words = 'BJ/26-27/004218: 17.86\u202FkWh at Forum Rex Walk, ₹484.72, 20 Nov 2026 02:34 pm';
  await until(() => expect(shared).toEqual([{ title: 'Invoice · Bijli', text: words }]));
  vi.stubGlobal('navigator', { onLine: true, clipboard: { writeText: async (text: string) => copied.push(text) } });
  await press(element('button[aria-label="Share invoice"]'));
  await until(() => element('.Toastify__toast', 'The invoice is copied.'));
  expect(copied).toEqual([words]);
});

const PDF = 'GET /api-v1/user/invoice.pdf';

test('an issued invoice is shared as a PDF with its facts, or as text if the device shares no files or there is no PDF', async () => {
  const shared: { files?: File[]; text?: string }[] = [];
  const saved: string[] = [];
  const clicks = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  // The contract does not check files.
  server.answers[PDF] = { status: 200, body: '%PDF-1.3' };
  const device = {
    onLine: true,
    canShare: ({ files }: { files?: File[] }) => files?.[0]?.type === 'application/pdf',
    share: async (what: { files?: File[]; text?: string }) => void shared.push(what),
  };
  vi.stubGlobal('navigator', device);
  await showInvoice({ transaction_id: 'BK1' }, { tax });
  const shareIt = () => press(element('button[aria-label="Share invoice"]:not([aria-busy])'));
  await shareIt();
  await until(() => expect(shared.map(({ files }) => files?.[0]?.name)).toEqual(['BJ-26-27-004218.pdf']));
  expect(shared[0]?.text).toContain('at Forum Rex Walk, ₹484.72');
  expect(server.asked.find(({ call }) => call === PDF)?.search).toBe('?payment_id=BK1');
  device.share = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  await until(shareIt);
  await until(() => element('.Toastify__toast', 'The invoice is saved as a PDF.'));
  await press(element('main button', 'Save as PDF'));
  await until(() => expect(saved).toEqual(['BJ-26-27-004218.pdf', 'BJ-26-27-004218.pdf']));
  const pdfs = () => server.asked.filter(({ call }) => call === PDF).length;
  const pdfsBefore = pdfs();
  vi.stubGlobal('navigator', { onLine: true, share: async (what: object) => shared.push(what) });
  await until(shareIt);
  await until(() => expect(shared).toHaveLength(2));
  expect([shared[1]?.files, pdfs()]).toEqual([undefined, pdfsBefore]);
  device.share = async (what) => void shared.push(what);
  vi.stubGlobal('navigator', device);
  server.answers[PDF] = { status: 503, body: 'nonsense' };
  await until(shareIt);
  await until(() => expect(shared).toHaveLength(3));
  expect([shared[2]?.files, shared[2]?.text]).toEqual([undefined, expect.stringContaining('₹484.72')]);
  clicks.mockRestore();
});

test('a driver whose device can neither share nor copy is told what to do, and one who cancels is told nothing', async () => {
  const failsBy = (name: string) => () => Promise.reject(new DOMException('', name));
  const navigator = {
    onLine: true,
    share: failsBy('AbortError'),
    clipboard: { writeText: failsBy('NotAllowedError') },
  };
  vi.stubGlobal('navigator', navigator);
  await showInvoice({ transaction_id: 'BK1' });
  await press(element('button[aria-label="Share invoice"]'));
  expect(document.querySelector('.Toastify__toast')).toBeNull();
  navigator.share = failsBy('NotAllowedError');
  await press(element('button[aria-label="Share invoice"]'));
  await until(() => element('.Toastify__toast--error', 'Print the invoice, or save it as a PDF.'));
});

const document1 = {
  kind: 'invoice',
  number: 'EV/2627/000123',
  issued_on: '2026-11-20',
  tax_code: '998714',
  units: 17.86,
  amount: 410.78,
  cgst: 36.97,
  sgst: 36.97,
  total_amount: 484.72,
};
const supplier = { name: 'Bijli Charging', address: 'Plot 1, Bengaluru', gstin: '29AAAAA0000A1Z5', state: 'Karnataka' };
const tax = { supplier, place_of_supply: 'Karnataka', gst_percent: 18, documents: [document1] };
const rows = () => [...document.querySelectorAll('tfoot tr')].map((row) => row.textContent);

test.each([
  [{ units_not_billed: 0.9 }, 'The charger gave 0.90\u202FkWh more than you bought. You don’t pay for that.'],
  [
    { units_not_billed: 1.167, meter_suspect: true },
    'You pay only for what we are sure of. You don’t pay for the other 1.17\u202FkWh it showed.',
  ],
  [{ meter_suspect: true }, 'The charger’s meter was faulty. You pay only for what we are sure of.'],
] as const)('the invoice says on the screen and on paper what was not billed: %o', async (details, sentence) => {
  await showInvoice({ transaction_id: 'BK1' }, details);
  expect(text()).toContain(sentence);
  dispatchEvent(new Event('beforeprint'));
  expect(element('section', 'Statement of charge').textContent).toContain(sentence);
  dispatchEvent(new Event('afterprint'));
});

test('on paper are supplier, GSTIN, SAC and both halves of the tax within a State [TAX-20]', async () => {
  await showInvoice({ transaction_id: 'BK1' }, { tax });
  expect(text()).not.toContain('Tax invoice');
  expect(fact('IGST')).toBe('₹73.94');
  expect(text()).toContain('Your tax invoice names it CGST ₹36.97 and SGST ₹36.97');
  dispatchEvent(new Event('beforeprint'));
  const sheet = element('section', 'Tax invoice').textContent;
  for (const fact of [
    'Bijli Charging',
    'Plot 1, Bengaluru',
    '29AAAAA0000A1Z5',
    'EV/2627/000123',
    '998714',
    '20 Nov 2026',
    '17.860\u202FkWh',
    '₹410.78',
    'Place of supplyKarnataka',
  ])
    expect(sheet).toContain(fact);
  expect(rows()).toEqual(['CGST 9%₹36.97', 'SGST 9%₹36.97', 'Total₹484.72']);
  dispatchEvent(new Event('afterprint'));
  expect(text()).not.toContain('Tax invoice');
});

test('on paper all times are Indian, also for a driver abroad [TAX-20]', async () => {
  const away = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(300);
  await showInvoice({ transaction_id: 'BK1' }, { tax });
  expect(fact('Start')).toBe('20 Nov 2026 03:36 am');
  dispatchEvent(new Event('beforeprint'));
  const sheet = element('section', 'Tax invoice').textContent;
  for (const fact of ['Date20 Nov 2026', 'Start20 Nov 2026 02:06 pm', 'End20 Nov 2026 02:34 pm'])
    expect(sheet).toContain(fact);
  dispatchEvent(new Event('afterprint'));
  away.mockRestore();
});

test('on paper the tax of a supply to another State is IGST, and each document has its own page [TAX-20]', async () => {
  const note = { ...document1, kind: 'credit_note', number: 'EC/2627/000001' };
  await showInvoice(
    { transaction_id: 'BK1' },
    { tax: { ...tax, place_of_supply: 'Goa', documents: [document1, note] } },
  );
  expect(fact('IGST')).toBe('₹73.94');
  expect(text()).not.toContain('CGST');
  dispatchEvent(new Event('beforeprint'));
  expect(rows().slice(0, 2)).toEqual(['IGST 18%₹73.94', 'Total₹484.72']);
  expect(element('section', 'Tax invoice').textContent).toContain('Place of supplyGoa');
  expect(element('section h2', 'Credit note').closest('section')?.textContent).toContain('EC/2627/000001');
  dispatchEvent(new Event('afterprint'));
});

const recipient = {
  name: 'Pawar & Sons',
  address: '9 Dock Road, Pune 411001',
  gstin: '27AAPFU0939F1ZV',
  state: 'Maharashtra',
};

test('on paper a business in the same State has name, address, GSTIN and State, with CGST and SGST [TAX-25]', async () => {
  const home = { ...recipient, gstin: '29AAPFU0939F1ZR', state: 'Karnataka' };
  await showInvoice({ transaction_id: 'BK1' }, { tax: { ...tax, recipient: home } });
  for (const fact of ['CustomerPawar & Sons', 'GSTIN29AAPFU0939F1ZR', 'Place of supplyKarnataka (29)'])
    expect(text()).toContain(fact);
  dispatchEvent(new Event('beforeprint'));
  const sheet = element('section', 'Tax invoice').textContent;
  expect(sheet).toContain('CustomerPawar & Sons9 Dock Road, Pune 411001Karnataka (29)GSTIN 29AAPFU0939F1ZR');
  expect(rows()).toEqual(['CGST 9%₹36.97', 'SGST 9%₹36.97', 'Total₹484.72']);
  dispatchEvent(new Event('afterprint'));
});

test('on paper a business in another State has the IGST of its document, and its State as place of supply [TAX-26]', async () => {
  const away = { ...tax, recipient, place_of_supply: 'Maharashtra' };
  const taxed = { ...document1, cgst: 0, sgst: 0, igst: 73.94 };
  await showInvoice({ transaction_id: 'BK1' }, { tax: { ...away, documents: [taxed] } });
  expect(text()).toContain('Place of supplyMaharashtra (27)');
  dispatchEvent(new Event('beforeprint'));
  expect(element('section', 'Tax invoice').textContent).toContain('Place of supplyMaharashtra (27)');
  expect(rows()).toEqual(['IGST 18%₹73.94', 'Total₹484.72']);
  dispatchEvent(new Event('afterprint'));
});

test('on paper a correction names the invoice that it corrects, and its date [TAX-28]', async () => {
  const note = { ...document1, kind: 'credit_note', number: 'EC29/2627/000001', issued_on: '2026-11-21' };
  const more = { ...document1, kind: 'supplement', number: 'EV29/2627/000200', issued_on: '2026-11-22' };
  await showInvoice({ transaction_id: 'BK1' }, { tax: { ...tax, documents: [document1, more, note] } });
  dispatchEvent(new Event('beforeprint'));
  const sheets = [...document.querySelectorAll('section')].filter(({ textContent }) =>
    textContent.includes('Supplier'),
  );
  const corrects = 'Corrects invoiceEV/2627/000123 of 20 Nov 2026';
  const says = (words: string) => sheets.map(({ textContent }) => textContent.includes(words));
  expect(says(corrects)).toEqual([false, true, true]);
  expect(says('Paid from the prepaid wallet.')).toEqual([true, true, false]);
  expect(says('Taken off the price of the charge.')).toEqual([false, false, true]);
  dispatchEvent(new Event('afterprint'));
});

test('a complaint is filed from the invoice with the booking id, and its reference is shown', async () => {
  const REPORT = 'POST /api-v1/user/report-fault';
  server.answers[REPORT] = { success: true, message: '', reference: 'F-1042' };
  await showInvoice({ transaction_id: 'BK1' });
  await press(element('button', 'Report a problem'));
  await press(await until(() => element('[role=dialog] input[value=payment]')));
  await fill(element<HTMLTextAreaElement>('[role=dialog] textarea'), 'Charged twice.');
  await press(element('[role=dialog] button', 'Send report'));
  await until(() => element('[role=dialog] [role=status]', 'F-1042'));
  expect(server.bodies(REPORT)).toEqual([
    { property_id: 's1', booking_id: 'BK1', kind: 'payment', comment: 'Charged twice.' },
  ]);
});

test('without an id the invoice screen says so [INVOICE-11]', async () => {
  await open('/payment-details');
  await until(() => element('h2', 'No invoice chosen'));
});
