import type { ProfileReply } from '@bijli/contract/accounts';
import type { ClientConfig } from '@bijli/contract/installation';

/** The installation's configuration, with the fields that a test changes. */
export function clientConfig(details: Partial<ClientConfig> = {}): ClientConfig {
  return {
    brand: 'Bijli',
    payment_option: 'phonepe',
    support: { phone: '+91 80 4718 0000', email: 'help@bijli.example', whatsapp: '+91 98450 00000' },
    demo: false,
    map: null,
    ...details,
  };
}

/** The profile of a driver without a vehicle, with the fields that a test changes. */
export function profileReply(details: Partial<ProfileReply['profile']> = {}): ProfileReply {
  return {
    success: true,
    profile: {
      name: 'Asha Rao',
      email: 'asha@example.com',
      mobile_country_code: '+91',
      mobile_number: '9876543210',
      balance: { balance: 751.48 },
      vehicle: null,
      ...details,
    },
  };
}
