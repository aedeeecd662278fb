import { expect, test } from 'vitest';
import { createClient } from '@bijli/contract/client';
import { testApp } from '#testing/app.ts';

const SUPPORT = {
  SUPPORT_PHONE: '+911800123456',
  SUPPORT_EMAIL: 'care@charge.example',
  SUPPORT_WHATSAPP: '+919800000000',
};

test('anybody can read the phone, e-mail and messaging number of support from the configuration [POLICY-6, HELP-2, HELP-3]', async () => {
  const stack = await testApp({ env: SUPPORT });
  const { support } = await createClient(stack.url).ask('clientConfig', {});
  expect(support).toEqual({ phone: '+911800123456', email: 'care@charge.example', whatsapp: '+919800000000' });
});
