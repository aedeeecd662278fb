import { afterEach, expect, test } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { open } from '../../testing/page.tsx';

afterEach(clear);

test('a running charge stays one tap away on a page with a footer bar, and a footer links to map, wallet and profile [SHELL-2]', async () => {
  keepUser({ token: 't', name: '', email: '' });
  const server = await serveAnswers({
    'GET /api-v1/user/charging-session-list': { success: true, data: [] },
    'POST /api-v1/user/get-ongoing-charging': {
      success: true,
      transaction: {
        oem_connector_number: 1,
        charger_serial_number: 'C1',
        booking_id: 'BK1',
        id: 'BK1',
        user_vehicle_image: 'suv',
        vehicle_name: 'Nexon EV',
      },
    },
  });
  await open('/charging-sessions');
  const pill = await until(() => element('a[href="/next-charging"]', 'Nexon EV'));
  expect(pill.textContent).toContain('Your charge is starting');
  const footer = [...document.querySelectorAll('nav')].at(-1);
  const links = [...(footer?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/', '/wallet', '/profile']);

  // The search has the way to it too, without a footer bar.
  server.answers['GET /api-v1/user/charging-station'] = { success: true, properties: [] };
  await open('/search');
  await until(() => element('input[type=search]'));
  await until(() => element('a[href="/next-charging"]', 'Nexon EV'));
  await server.close();
});
