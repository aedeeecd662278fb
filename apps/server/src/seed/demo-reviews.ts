import type { Database } from '#db/database.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { hashOf } from '#kernel/ids.ts';
import { saveDriver } from '#modules/accounts/index.ts';
import { changeAverageRatings } from '#modules/network/index.ts';
import { insertMissingReviews, listAverageRatings, type ReviewRow } from '#modules/reviews/index.ts';
import { dataFile } from './data-file.ts';
import { seed } from './seed.ts';

/** Names of invented people. Nobody in India can have their phone numbers. */
const NAMES = [
  'Aarav Nair',
  'Aditi Kulkarni',
  'Arjun Singh',
  'Deepa Iyer',
  'Farhan Khan',
  'Gurpreet Kaur',
  'Harish Gowda',
  'Ishita Das',
  'Joseph Mathew',
  'Kavya Reddy',
  'Lakshmi Menon',
  'Manoj Yadav',
  'Neha Joshi',
  'Omkar Patil',
  'Priya Sharma',
  'Rahul Verma',
  'Sana Sheikh',
  'Tenzin Dolma',
  'Usha Pillai',
  'Vikram Rathore',
];
const FIRST_NUMBER = 5_000_000_001;

/** What invented drivers write, by rating from 1 to 5. The reviews of one station are by different drivers. */
const SAID: { rating: number; tags: string[]; comments: string[] }[] = [
  { rating: 1, tags: [], comments: ['The cable did not reach my inlet.', 'Two of the plugs were out of order.'] },
  { rating: 2, tags: [], comments: ['Slower than it says.', 'Cars without a charge stood in both bays.'] },
  { rating: 3, tags: ['Ease of use'], comments: ['Works, but there is no shade.', 'Hard to find after dark.', ''] },
  {
    rating: 4,
    tags: ['Cleanliness'],
    comments: ['Quick, and the washroom is clean.', 'Started at the first try.', ''],
  },
  {
    rating: 5,
    tags: ['Fast Charging'],
    comments: ['60 kW all the way to 80 %.', 'Well lit and easy to reach.', 'Tea next door. Will come again.', ''],
  },
];
/** How ratings are distributed over twenty reviews. */
const RATINGS = [1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5];
const MAX_AT_A_STATION = 7;
const DAYS = 120;

/** A whole number below `under` that is always the same for the same text. */
const drawn = (text: string, under: number): number => Number.parseInt(hashOf(text).slice(0, 8), 16) % under;

/** Adds reviews of invented drivers, in demo mode only. Each review says that it is invented. */
export async function seedDemoReviews(database: Database, now: Date): Promise<void> {
  await seed(database, 'demo-reviews', ['demo-stations.json'], async () => {
    const drivers: number[] = [];
    for (const [index, name] of NAMES.entries())
      drivers.push(await saveDriver(database, { mobile: String(FIRST_NUMBER + index), name }, now));
    const { stations } = JSON.parse(dataFile('demo-stations.json')) as { stations: { id: string }[] };
    const rows = stations.flatMap(({ id }) => reviewsOf(id, drivers, now));
    await database.transaction(async (tx) => {
      await insertMissingReviews(tx, rows);
      await changeAverageRatings(tx, await listAverageRatings(tx));
    });
  });
}

function reviewsOf(stationId: string, drivers: number[], now: Date): ReviewRow[] {
  const count = drawn(`${stationId} reviews`, MAX_AT_A_STATION + 1);
  const first = drawn(`${stationId} first`, drivers.length);
  return Array.from({ length: count }, (_, index) => {
    const key = `${stationId} ${index}`;
    const rating = RATINGS[drawn(`${key} stars`, RATINGS.length)] ?? 5;
    const texts = SAID[rating - 1];
    const comment = texts?.comments[drawn(`${key} words`, texts.comments.length)] ?? '';
    return {
      stationId,
      driverId: drivers[(first + index) % drivers.length] ?? 0,
      rating,
      tags: texts?.tags ?? [],
      comment: comment && `${comment} (demo)`,
      writtenAt: new Date(now.getTime() - drawn(`${key} day`, DAYS) * DAY_MS),
    };
  });
}
