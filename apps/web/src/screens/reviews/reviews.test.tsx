import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Review } from '@bijli/contract/reviews';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, fill, press, text, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { here, open } from '../../testing/page.tsx';
import { stationReply } from '../../testing/station-page.ts';

const READ = 'GET /api-v1/user/reviews';
const WRITE = 'POST /api-v1/user/add-reviews';
const about = { property_id: 's1', property_name: 'Orion Avenue' };
const TAGS = ['Fast Charging', 'Ease of use', 'Amenities', 'Customer Support', 'Cleanliness'];

const review = (details: Partial<Review> = {}): Review => ({
  name: 'Meera N.',
  rate: 4,
  tags: ['Amenities'],
  comment: 'Tea at the counter.',
  date: '2026-11-11T06:00:00Z',
  charged_here: false,
  mine: false,
  ...details,
});
const answer = (details: object = {}) => ({
  success: true,
  ...about,
  average: 4.25,
  count: 4,
  histogram: [0, 0, 1, 1, 2],
  tag_counts: TAGS.map((tag, index) => ({ tag, count: index === 2 ? 3 : 0 })),
  reviews: [review()],
  ...details,
});
const none = { average: null, count: 0, histogram: [0, 0, 0, 0, 0], reviews: [] };

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  server = await serveAnswers({
    [READ]: answer(),
    [WRITE]: { success: true, message: 'Thank you for your review.' },
  });
});
afterEach(async () => {
  await clear();
  await server.close();
});

const openForm = async () => {
  await open('/add-review', about);
  await until(star5);
};
const star5 = () => star(5);
const star = (value: number) => element<HTMLInputElement>(`[role=radiogroup] input[value="${value}"]`);
const chip = (tag: string) => element('main button[aria-pressed]', tag);
const writeComment = (comment: string) => fill(element<HTMLTextAreaElement>('textarea'), comment);

test('a review is about the station that the page was opened with, by name, or about none and says so [REVIEW-1]', async () => {
  server.answers[READ] = answer({ property_name: 'Renamed since' });
  await openForm();
  expect(text()).toContain('Orion Avenue');
  expect(server.asked.find(({ call }) => call === READ)?.search).toMatch(/^\?property_id=s1\b/);
  await open('/add-review');
  await until(() => element('h2', 'No station chosen'));
});

test('the rating is one of five radio buttons, none of them at first, and 5 is Excellent [REVIEW-2, REVIEW-3, REVIEW-8]', async () => {
  await openForm();
  const said = () => element('main [aria-live]').textContent;
  const stars = [...document.querySelectorAll<HTMLInputElement>('[role=radiogroup] input[type=radio]')];
  expect(stars.map(({ value }) => value)).toEqual(['1', '2', '3', '4', '5']);
  expect(stars.some(({ checked }) => checked)).toBe(false);
  expect(said()).toBe('');
  for (const value of [1, 2, 3, 4]) {
    await press(star(value));
    expect(said()).toBe(`Rating: ${value}`);
  }
  await press(star(5));
  expect([said(), star(5).checked, star(4).checked]).toEqual(['Excellent', true, false]);
  expect(star(3).getAttribute('aria-label')).toBe('3 stars of 5');
});

test('five impressions can be chosen, several at once, and cleared again [REVIEW-4]', async () => {
  await openForm();
  const chips = () => [...document.querySelectorAll('main button[aria-pressed]')];
  expect(chips().map((each) => each.textContent)).toEqual(TAGS);
  await press(chip('Amenities'));
  await press(chip('Cleanliness'));
  await press(chip('Ease of use'));
  await press(chip('Amenities'));
  expect(
    chips()
      .filter((each) => each.getAttribute('aria-pressed') === 'true')
      .map((each) => each.textContent),
  ).toEqual(['Ease of use', 'Cleanliness']);
});

test('Add Review sends station, comment, tags and rating, shows the answer and leaves [REVIEW-5, REVIEW-6, REVIEW-9]', async () => {
  await openForm();
  await press(star(4));
  await press(chip('Cleanliness'));
  await press(chip('Fast Charging'));
  await writeComment('Lit at night.');
  await press(element('button', 'Add Review'));
  await until(() => expect(here().path).toBe('/'));
  expect(server.bodies(WRITE)).toEqual([
    { property_id: 's1', comment: 'Lit at night.', tags: ['Cleanliness', 'Fast Charging'], rate: 4 },
  ]);
  await until(() => element('.Toastify__toast--success', 'Thank you for your review.'));
});

test('a review is sent as property_id, comment, a list of tags and rate; the answer is a message [API-28, ENTITY-18]', async () => {
  server.answers[WRITE] = { success: true, message: 'Kept.' };
  await openForm();
  await press(star(2));
  await press(element('button', 'Add Review'));
  await until(() => element('.Toastify__toast--success', 'Kept.'));
  expect(server.bodies(WRITE)).toEqual([{ property_id: 's1', comment: '', tags: [], rate: 2 }]);
});

test('an empty form is sent too, and a refusal is shown and stays [REVIEW-2, REVIEW-7, REVIEW-9]', async () => {
  server.answers[WRITE] = { success: false, message: 'Choose 1 to 5 stars.', code: 'rate_invalid' };
  await openForm();
  await press(element('button', 'Add Review'));
  await until(() => element('.Toastify__toast--error', 'Choose 1 to 5 stars.'));
  await until(() => element('main p', 'Choose 1 to 5 stars.'));
  expect(server.bodies(WRITE)).toEqual([{ property_id: 's1', comment: '', tags: [], rate: 0 }]);
  expect(here().path).toBe('/add-review');
});

test('an earlier review can be changed [REVIEW-6, SCOPE-5]', async () => {
  server.answers[READ] = answer({ own: review({ mine: true, rate: 2, comment: 'Dark.', tags: ['Ease of use'] }) });
  await openForm();
  expect(star(2).checked).toBe(true);
  expect(element<HTMLTextAreaElement>('textarea').value).toBe('Dark.');
  expect(text()).toContain('11 Nov 2026');
  await press(star(5));
  await press(element('button', 'Save Review'));
  await until(() =>
    expect(server.bodies(WRITE)).toEqual([{ property_id: 's1', comment: 'Dark.', tags: ['Ease of use'], rate: 5 }]),
  );
});

test('a review can be written even if earlier reviews do not load [REVIEW-6]', async () => {
  server.answers[READ] = { status: 500, body: '' };
  await openForm();
  await press(star(3));
  await press(element('button', 'Add Review'));
  await until(() => expect(server.bodies(WRITE)).toHaveLength(1));
});

test('the reviews button of a station leads to its reviews with rate and count [STATION-8, REVIEWS-1]', async () => {
  const station = { ...about, id: 's1', address: 'Banaswadi', latitude: 1, longitude: 2, visibility: 'public' };
  server.answers['GET /api-v1/user/get-charger'] = {
    success: true,
    property: { ...station, active_charger: 0, status: 0 },
    chargers: [],
    bookmark: false,
    vehicles: [],
    wallet: { balance: 0 },
  };
  await open('/charger', { station });
  const button = await until(() => element('main a[href="/reviews"]', 'Reviews'));
  await until(() => expect(text()).toContain('4.3 (4)'));
  element('main a[href="/reviews"]', 'See all 4');
  await press(button);
  await until(() => expect(here()).toEqual({ path: '/reviews', state: about }));
  await until(() => element('h1', 'Orion Avenue'));
});

test('reviews show average, count, a bar for each number of stars, and every review [REVIEWS-2, REVIEWS-3, SCOPE-5]', async () => {
  await open('/reviews', about);
  await until(() => element('main section', '4 reviews'));
  expect(server.asked.find(({ call }) => call === READ)?.search).toMatch(/^\?property_id=s1\b/);
  expect(text()).toContain('4.3 of 5 on average');
  const bars = [...document.querySelectorAll('[aria-label="How many gave how many stars"] li')];
  expect(bars.map((bar) => bar.querySelector('.visually-hidden')?.textContent)).toEqual([
    '5 stars: 2, 50%',
    '4 stars: 1, 25%',
    '3 stars: 1, 25%',
    '2 stars: 0, 0%',
    '1 star: 0, 0%',
  ]);
  expect(bars.map((bar) => bar.querySelector<HTMLElement>('[style]')?.style.width)).toEqual([
    '50%',
    '25%',
    '25%',
    '0%',
    '0%',
  ]);
  const card = element('main li', 'Meera N.').textContent;
  for (const fact of ['4 stars of 5', 'Tea at the counter.', 'Amenities', '11 Nov 2026']) expect(card).toContain(fact);
});

test('reviews by drivers who have charged there are marked, others are not [REVIEWS-2]', async () => {
  server.answers[READ] = answer({
    reviews: [review({ name: 'Ravi', charged_here: true }), review({ name: 'Imran K.', rate: 2 })],
  });
  await open('/reviews', about);
  await until(() => element('main li', 'Ravi'));
  expect(element('main li', 'Ravi').textContent).toContain('Charged here');
  expect(element('main li', 'Imran K.').textContent).not.toContain('Charged here');
});

test('a long list shows ten at a time, and its end is announced to whoever loaded more [REVIEWS-2]', async () => {
  const all = Array.from({ length: 23 }, (_, index) => review({ name: `Driver ${index}` }));
  server.answers[READ] = (query: URLSearchParams) => {
    const from = Number(query.get('cursor')?.replace('1_', '') ?? 0);
    const to = from + Number(query.get('limit'));
    return answer({ reviews: all.slice(from, to), count: 23, ...(to < all.length && { next: `1_${to}` }) });
  };
  await open('/reviews', about);
  const shown = () => document.querySelectorAll('main h2').length;
  await until(() => expect(shown()).toBe(10));
  await press(element('button', 'Show 10 more'));
  await until(() => expect(shown()).toBe(20));
  await press(element('button', 'Show 3 more'));
  await until(() => expect(shown()).toBe(23));
  expect(text()).not.toContain('more');
  expect(document.activeElement?.textContent).toBe('That’s all.');
});

test('a station without reviews says so, shows no rating, and asks for the first one [REVIEWS-4]', async () => {
  server.answers[READ] = answer(none);
  await open('/reviews', about);
  await until(() => element('h2', 'No reviews yet'));
  expect(text()).not.toMatch(/of 5|0\.0|NaN/);
  await press(element('main a', 'Write a review'));
  await until(() => expect(here()).toEqual({ path: '/add-review', state: about }));
});

test('reviews that fail to load can be loaded again [REVIEWS-3]', async () => {
  server.answers[READ] = { status: 500, body: '' };
  await open('/reviews', about);
  await until(() => element('h2', 'Reviews did not load'));
  server.answers[READ] = answer();
  await press(element('button', 'Try again'));
  await until(() => element('main li', 'Meera N.'));
});

test('the latest review is on the page of its station too, its name below the heading of the section', async () => {
  server.answers['GET /api-v1/user/get-charger'] = stationReply();
  await open('/charger?id=s1');
  await until(() => element('section h2 + a', 'See all 4'));
  expect(element('section h3', 'Meera N.').closest('section')?.querySelector('h2')?.textContent).toBe('Reviews');
  server.answers[READ] = { ...answer(), count: 1 };
  await open('/charger?id=s1');
  await until(() => element('section h2 + a', 'See reviews'));
});
