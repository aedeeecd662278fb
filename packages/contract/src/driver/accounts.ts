import * as z from 'zod/mini';
import { done, driverCall, openCall, ownCall } from '../endpoint.ts';
import { digitText } from '../text/digit-text.ts';
import { shownText } from '../text/shown-text.ts';

/** An Indian mobile number without +91: ten digits, the first of them 6 to 9. */
export const mobileNumber = z.string().check(z.regex(/^[6-9][0-9]{9}$/));
export { COUNTRY_PREFIX, ONE_TIME_CODE_LENGTH } from '../text/one-time-code.ts';

const user = z.object({
  /** Opaque bearer token. */
  token: z.string(),
  /** Empty until the driver gives a name. */
  name: z.string(),
  email: z.string(),
});
export type User = z.infer<typeof user>;

const vehicleOfProfile = z.object({
  vehicle_name: z.string(),
  vehicle_registration_number: z.string(),
  vehicle_image: z.string(),
  /** Connector types that fit, spelled as stations spell them. */
  connector_types: z.optional(z.array(z.string())),
  /**
   * Highest power that the vehicle takes from AC, in kW. `dc_max_power` is the same for DC. Both are missing when no
   * source is known for the figure.
   */
  ac_max_power: z.optional(z.number()),
  dc_max_power: z.optional(z.number()),
});

/** The business that a driver charges for. Its tax invoices carry these fields. */
const business = z.object({
  /** An empty text removes the business with its name and address. A missing field changes nothing. */
  gstin: z.optional(z.string()),
  /** The name that is registered for GST. */
  business_name: z.optional(shownText),
  business_address: z.optional(shownText),
});

const profileReply = z.object({
  success: z.literal(true),
  /** `gstin`, `business_name` and `business_address` are missing for a driver who charges privately. */
  profile: z.extend(business, {
    name: z.string(),
    email: z.string(),
    mobile_country_code: z.string(),
    mobile_number: z.string(),
    /** In rupees. `held` is held for running charges and not part of `balance`; missing when nothing is held. */
    balance: z.object({ balance: z.number(), held: z.optional(z.number()) }),
    vehicle: z.nullable(vehicleOfProfile),
  }),
});
export type ProfileReply = z.infer<typeof profileReply>;

const personalDataFormat = z.enum(['json', 'pdf']);
export type PersonalDataFormat = z.infer<typeof personalDataFormat>;

const personalDataReply = z.object({
  success: z.literal(true),
  /** UTC. */
  exported_at: z.string(),
  mobile_number: z.string(),
  /** Rows by topic, newest first. Amounts are in paise, energy in Wh. */
  data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  /** Topics that have more rows than the copy can hold. */
  incomplete: z.array(z.string()),
});
export type PersonalDataReply = z.infer<typeof personalDataReply>;

export const accounts = {
  login: openCall('POST', '/login', {
    area: 'accounts',
    limit: 'sign-in',
    summary: 'Sends a one-time code to an Indian mobile number.',
    body: z.object({ mobile_no: digitText }),
    reply: z.extend(done, {
      /** Seconds until the driver may ask for another code. */
      resend_after: z.int(),
    }),
  }),
  verifyOtp: openCall('POST', '/verify-otp', {
    area: 'accounts',
    limit: 'sign-in',
    summary: 'Exchanges a one-time code for a token.',
    body: z.object({ mobile_no: digitText, req_otp: digitText }),
    reply: z.extend(done, { user }),
  }),
  updateUser: driverCall('POST', '/update-user', {
    area: 'accounts',
    limit: 'write',
    summary:
      "Changes the driver's name and e-mail, and with `gstin` the business that charges from then on are invoiced to.",
    body: z.extend(business, { name: shownText, email: shownText }),
    reply: done,
  }),
  getProfile: driverCall('GET', '/get-profile', {
    area: 'accounts',
    limit: 'read',
    summary: "The driver's own profile, balance and default vehicle.",
    reply: profileReply,
  }),
  signOut: ownCall('POST', '/api-v1/user/sign-out', {
    area: 'accounts',
    limit: 'write',
    summary: 'Revokes the token of this call, or every token of the driver.',
    body: z.object({ everywhere: z.optional(z.boolean()) }),
    reply: done,
  }),
  personalData: ownCall('GET', '/api-v1/user/personal-data', {
    area: 'accounts',
    limit: 'write',
    summary:
      'Everything that is held of the driver, as JSON or, with `format=pdf`, as a PDF to read. Five a day; more are refused with `export_limit`.',
    query: z.object({ format: z.optional(personalDataFormat) }),
    reply: personalDataReply,
  }),
  deleteAccount: ownCall('POST', '/api-v1/user/delete-account', {
    area: 'accounts',
    limit: 'write',
    summary:
      'Erases what is personal of the driver and signs every device out. Refused with `charge_open`, `payment_open`, or, with money left in the wallet, `balance_left` unless it is given up. Invoices and the ledger are kept without a name.',
    body: z.object({
      /** True if the driver has confirmed that the balance is lost. */
      give_up_balance: z.optional(z.boolean()),
    }),
    reply: done,
  }),
};
