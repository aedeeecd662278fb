import type { ProviderName } from '@bijli/contract/wallet';
import type { Step } from './run-client-steps.ts';

/**
 * The steps of a client that knows only the specification (section 7: calls and socket events), in the order of a
 * driver and of a shop visitor. The requests are written out here and not taken from the contract, because the contract
 * is what they test. What a step may be: see `Step`.
 */
const USER = '/api-v1/user';
const MOBILES: Record<ProviderName, string> = { phonepe: '9700000101', razorpay: '9700000102', payu: '9700000103' };

/** The complete story for PhonePe. For the other providers, only the steps with a payment. */
export function clientSteps(provider: ProviderName): Step[] {
  const topUp = [...signIn(MOBILES[provider]), ...TOP_UPS[provider]];
  if (provider !== 'phonepe') return topUp;
  return [...topUp, ...PROFILE, ...VEHICLES, ...STATIONS, ...SESSION, ...AFTERWARDS, ...SHOP, ...PAGES];
}

function signIn(mobile: string): Step[] {
  return [
    { name: 'a stranger', call: `GET ${USER}/get-wallet`, query: { history: 'true' } },
    { name: 'login', call: `POST ${USER}/login`, body: { mobile_no: mobile } },
    { name: 'no number', call: `POST ${USER}/login`, body: { mobile_no: '12345' } },
    { name: 'wrong code', call: `POST ${USER}/verify-otp`, body: { mobile_no: mobile, req_otp: 'abcdef' } },
    { name: 'sms', phone: mobile },
    { name: 'verify', call: `POST ${USER}/verify-otp`, body: { mobile_no: mobile, req_otp: '{sms.code}' } },
    {
      name: 'name',
      call: `POST ${USER}/update-user`,
      body: { name: 'Asha Rao', email: 'asha@bijli.example' },
    },
  ];
}

const wallet = (name: string, more: Partial<Step> = {}): Step => ({
  name,
  call: `GET ${USER}/get-wallet`,
  query: { history: 'true' },
  ...more,
});

const TOP_UPS: Record<ProviderName, Step[]> = {
  phonepe: [
    wallet('empty wallet'),
    { name: 'too little', call: `POST ${USER}/initiate-payment`, body: { amount: 0 } },
    { name: 'another gateway', call: `POST ${USER}/initiate-payment-payu`, body: { amount: 500 } },
    { name: 'top-up', call: `POST ${USER}/initiate-payment`, body: { amount: 500 } },
    wallet('waiting'),
    { name: 'paid', pay: '{top-up.pay_url}' },
    {
      name: 'result',
      call: `POST ${USER}/response-payment-phonepe`,
      body: { code: 'PAYMENT_SUCCESS', transactionId: '{top-up.txnId}', checksum: '{top-up.checksum}' },
    },
    {
      name: 'forged result',
      call: `POST ${USER}/response-payment-phonepe`,
      body: { code: 'PAYMENT_SUCCESS', transactionId: '{top-up.txnId}', checksum: 'none' },
    },
    wallet('filled wallet'),
    { name: 'given up', call: `POST ${USER}/initiate-payment`, body: { amount: 1000 } },
    {
      name: 'cancelled',
      call: `POST ${USER}/response-payment-phonepe`,
      body: { code: 'USER_CANCEL', transactionId: '{given up.txnId}', checksum: '{given up.checksum}' },
    },
  ],
  razorpay: [
    wallet('empty wallet'),
    { name: 'top-up', call: `POST ${USER}/initiate-payment-razorpay`, body: { amount: 500 } },
    { name: 'paid', pay: '{top-up.checkout_script}/../checkout/{top-up.orderId}' },
    {
      name: 'forged result',
      call: `POST ${USER}/response-payment-razorpay`,
      body: {
        razorpay_payment_id: '{paid.razorpay_payment_id}',
        razorpay_order_id: '{paid.razorpay_order_id}',
        razorpay_signature: 'none',
      },
    },
    {
      name: 'result',
      call: `POST ${USER}/response-payment-razorpay`,
      body: {
        razorpay_payment_id: '{paid.razorpay_payment_id}',
        razorpay_order_id: '{paid.razorpay_order_id}',
        razorpay_signature: '{paid.razorpay_signature}',
      },
    },
    wallet('filled wallet'),
  ],
  payu: [
    wallet('empty wallet'),
    { name: 'top-up', call: `POST ${USER}/initiate-payment-payu`, body: { amount: 500 } },
    { name: 'paid', pay: '{top-up.pay_url}' },
    wallet('filled wallet', { until: { at: 'wallet.balance', is: 500 } }),
  ],
};

const PROFILE: Step[] = [
  { name: 'profile', call: `GET ${USER}/get-profile` },
  { name: 'no name', call: `POST ${USER}/update-user`, body: { name: '', email: 'asha' } },
];

const VEHICLES: Step[] = [
  { name: 'vehicles', call: `GET ${USER}/get-all-vehicles` },
  {
    name: 'no registration',
    call: `POST ${USER}/add-user-vehicle`,
    body: { regno: 'KA1', vehicle_id: '{vehicles.vehicles.Tata.0.id}' },
  },
  {
    name: 'first vehicle',
    call: `POST ${USER}/add-user-vehicle`,
    body: { regno: 'KA05MR4521', vehicle_id: '{vehicles.vehicles.Tata.0.id}' },
  },
  {
    name: 'second vehicle',
    call: `POST ${USER}/add-user-vehicle`,
    body: { regno: 'KA05MR4522', vehicle_id: '{vehicles.vehicles.Tata.1.id}' },
  },
];

const STATION = '{stations.properties.[status=1].property_id}';
const station = (name: string, more: Partial<Step> = {}): Step => ({
  name,
  call: `GET ${USER}/get-charger`,
  query: { property_id: STATION },
  ...more,
});
const bookmark = (name: string, status: boolean): Step => ({
  name,
  call: `POST ${USER}/save-bookmark`,
  body: { status, property_id: STATION },
});

const STATIONS: Step[] = [
  {
    name: 'stations',
    call: `GET ${USER}/charging-station`,
    until: { at: 'properties.[status=1].property_id' },
  },
  station('station', { until: { at: 'chargers.[charger_status=online].connectors.[status=preparing].id' } }),
  { name: 'no station', call: `GET ${USER}/get-charger`, query: { property_id: 'nowhere' } },
  {
    name: 'other vehicle',
    call: `POST ${USER}/add-default-vehicle`,
    body: { id: '{station.vehicles.[default=0].id}' },
  },
  bookmark('saved', true),
  { name: 'saved stations', call: `GET ${USER}/user-saved-bookmark` },
  bookmark('forgotten', false),
  { name: 'no saved stations', call: `GET ${USER}/user-saved-bookmark` },
  { name: 'found', call: `GET ${USER}/search-station`, query: { search: 'Bawal' } },
  { name: 'found nothing', call: `GET ${USER}/search-station`, query: { search: 'qwertyuiop' } },
];

const CHARGER = '{station.chargers.[charger_status=online].charger_id}';
const CONNECTOR = '{station.chargers.[charger_status=online].connectors.[status=preparing]';
const params = (units: number) => ({
  charge_type: 'units',
  charging_value: units,
  charger_id: CHARGER,
  connector_id: `${CONNECTOR}.connector_id}`,
  oem_connector_number: `${CONNECTOR}.oem_connector_number}`,
});
const EVENT = '{ongoing.transaction.charger_serial_number}_{ongoing.transaction.oem_connector_number}';
const STOPPED = 'transaction_stop_{ongoing.transaction.booking_id}';
const BOOKING = '{ongoing.transaction.booking_id}';
/** Fields that depend on how much the car has taken by then. */
const TAKEN = ['soc_start', 'soc_end', 'units_consumed', 'amount', 'sgst', 'cgst', 'total_amount', 'released', 'units'];

const SESSION: Step[] = [
  { name: 'too dear', call: `POST ${USER}/transaction/remote-start`, body: params(40) },
  { name: 'start', call: `POST ${USER}/transaction/remote-start`, body: params(4) },
  {
    name: 'ongoing',
    call: `POST ${USER}/get-ongoing-charging`,
    body: params(4),
    varies: ['soc_start?'],
  },
  { name: 'screen', socket: 'open' },
  { name: 'asks how it is', emit: 'charging_status', message: { transaction: '{ongoing.transaction}' } },
  {
    name: 'status',
    hear: `status_notification_${EVENT}`,
    until: { at: 'status', is: 'Charging' },
  },
  {
    name: 'asks for figures',
    emit: 'meter_values',
    message: {
      connector: '{ongoing.transaction.oem_connector_number}',
      serial: '{ongoing.transaction.charger_serial_number}',
    },
  },
  {
    name: 'figures',
    hear: `meter_value_${EVENT}`,
    // Not the first, which is told while it is written: the list of sessions, asked next, has those before.
    until: { at: 'unit', above: 0.03 },
    varies: ['soc', 'amount', 'unit', 'power_output'],
  },
  { name: 'started twice', call: `POST ${USER}/transaction/remote-start`, body: params(4) },
  { name: 'pending', call: `GET ${USER}/charging-session-list`, varies: TAKEN },
  { name: 'no session', call: `POST ${USER}/transaction/remote-stop`, body: { transaction_id: 'B-NOBODYS000' } },
  { name: 'stop', call: `POST ${USER}/transaction/remote-stop`, body: { transaction_id: BOOKING } },
  { name: 'stopped', hear: STOPPED },
  { name: 'asks for the end', emit: 'transaction_stop', message: { transaction: '{ongoing.transaction}' } },
  { name: 'told the end', hear: STOPPED },
];

const AFTERWARDS: Step[] = [
  { name: 'invoice', call: `GET ${USER}/payment-details`, query: { payment_id: BOOKING }, varies: TAKEN },
  { name: 'no invoice', call: `GET ${USER}/payment-details`, query: { payment_id: 'B-NOBODYS000' } },
  { name: 'sessions', call: `GET ${USER}/charging-session-list`, varies: TAKEN },
  wallet('wallet after', { varies: ['balance', 'total_amount'] }),
  {
    name: 'review',
    call: `POST ${USER}/add-reviews`,
    body: { property_id: STATION, comment: 'Quick.', tags: ['Fast Charging', 'Cleanliness'], rate: 5 },
  },
  {
    name: 'no review',
    call: `POST ${USER}/add-reviews`,
    body: { property_id: STATION, comment: '', tags: [], rate: 9 },
  },
  { name: 'profile after', call: `GET ${USER}/get-profile`, varies: ['balance'] },
];

const PRODUCT = '/api-v1/product/details/{catalogue.[category=ac].id}';
const order = (more: object) => ({
  name: 'Asha Rao',
  email: 'asha@bijli.example',
  mobile: '9876543210',
  address: '1 Test Road',
  city: 'Bengaluru',
  pincode: '560001',
  product_id: '{product.id}',
  product_name: '{product.product_name}',
  price: '{product.discount_price}',
  shipping_price: 0,
  total_price: '{product.discount_price}',
  ...more,
});

const SHOP: Step[] = [
  { name: 'catalogue', call: 'GET /api/product/all', signedOut: true },
  { name: 'product', call: `GET ${PRODUCT}`, signedOut: true },
  { name: 'no product', call: 'GET /api-v1/product/details/none', signedOut: true },
  {
    name: 'old price',
    call: 'POST /api-v1/open/order/checkout',
    body: order({ price: 1, total_price: 1 }),
    signedOut: true,
  },
  { name: 'no mobile', call: 'POST /api-v1/open/order/checkout', body: order({ mobile: '98' }), signedOut: true },
  { name: 'checkout', call: 'POST /api-v1/open/order/checkout', body: order({}), signedOut: true },
  { name: 'order paid', pay: '{checkout.payment_url}' },
];

const PAGES: Step[] = [
  '/',
  '/login',
  '/privacy',
  '/termsandcondition',
  '/refund',
  '/cancellation',
  '/products',
  '/product-order-detail/{product.id}',
].map((page) => ({ name: `page ${page}`, page }));
