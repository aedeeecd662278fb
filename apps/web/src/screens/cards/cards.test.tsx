import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, fill, press, text, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { open } from '../../testing/page.tsx';

const CARDS = '/api-v1/user/cards';
const card = (number: string, name: string, state = 'live') => ({
  number,
  name,
  state,
  added_at: '2026-11-20T10:00:00Z',
});

let server: Awaited<ReturnType<typeof serveAnswers>>;
const show = (...cards: ReturnType<typeof card>[]) => {
  server.answers[`GET ${CARDS}`] = { success: true, cards };
};

beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  server = await serveAnswers({ [`GET ${CARDS}`]: { success: true, cards: [] } });
});
afterEach(async () => {
  await clear();
  await server.close();
});

const input = (nth: number) =>
  [element('[role=dialog] input'), ...document.querySelectorAll('[role=dialog] input')][nth + 1] as HTMLInputElement;
const isTrue = (check: () => boolean) => () => {
  if (!check()) throw new Error(`Not so: ${check.toString()} in ${text()}`);
};
const untilShown = (words: string) => until(isTrue(() => text().includes(words)));
const untilClosed = () => until(isTrue(() => document.querySelector('[role=dialog]') === null));

test('without cards the page explains them; one is added by its number, and a refusal is shown at the field', async () => {
  await open('/cards');
  await untilShown('No cards yet');
  expect(text()).toContain('more than ₹50');
  await press(element('button', 'Add a card'));
  await fill(await until(() => input(0)), '04 A2 2B 1A');
  await fill(input(1), 'Blue card');
  const refused = { success: false, code: 'card_taken', message: 'This card belongs to someone else.' };
  server.answers[`POST ${CARDS}`] = { status: 409, body: refused };
  const save = () => press(element('[role=dialog] button[type=submit]'));
  await save();
  await until(() => element('[role=alert]', 'belongs to someone else'));
  expect(input(0)?.getAttribute('aria-invalid')).toBe('true');
  server.answers[`POST ${CARDS}`] = { success: true, message: 'Card added.' };
  show(card('04A22B1A', 'Blue card'));
  await save();
  await until(() => element('li', '04 A2 2B 1A'));
  expect(server.bodies(`POST ${CARDS}`).at(-1)).toEqual({ number: '04 A2 2B 1A', name: 'Blue card' });
});

test('a card is blocked, unblocked, renamed and removed; one that the operator has blocked is not unblocked', async () => {
  const change = `POST ${CARDS}/04A22B1A`;
  show(card('04A22B1A', 'Blue card'), card('CARD-9', 'Old card', 'barred'));
  server.answers[change] = { success: true, message: 'Card saved.' };
  server.answers[`DELETE ${CARDS}/CARD-9`] = { success: true, message: 'Card removed.' };
  await open('/cards');
  const menu = async (name: string) => press(await until(() => element(`[aria-label="Change ${name}"]`)));
  const choose = async (what: string) => press(await until(() => element('[role=dialog] button', what)));
  await menu('Blue card');
  await choose('Block');
  await until(isTrue(() => server.bodies(change).length === 1));
  show(card('04A22B1A', 'Blue card', 'blocked'), card('CARD-9', 'Old card', 'barred'));
  await untilClosed();
  await menu('Blue card');
  await choose('Rename');
  await fill(await until(() => input(0)), 'Key fob');
  await press(element('[role=dialog] button[type=submit]'));
  await until(isTrue(() => server.bodies(change).length === 2));
  expect(server.bodies(change)).toEqual([{ blocked: true }, { name: 'Key fob' }]);
  await untilClosed();
  await menu('Old card');
  await untilShown('We have blocked this card');
  expect(document.querySelector('[role=dialog]')?.textContent).not.toContain('Unblock');
  await choose('Remove');
  show(card('04A22B1A', 'Key fob', 'blocked'));
  await choose('Remove');
  await until(isTrue(() => !text().includes('Old card')));
});
