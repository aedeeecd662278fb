import { Card } from '@bijli/ui/Card';
import { count } from '@bijli/ui/format/money';
import { Stars } from '@bijli/ui/Stars';
import type { Reply } from '#api/client.ts';
import { useMessages } from '#messages/messages.ts';
import styles from './ReviewSummary.module.css';

/** The average rating, the number of each rating, and the most frequent tags. */
export function ReviewSummary({ answer }: { answer: Reply<'stationReviews'> }) {
  const { reviews: messages, addReview } = useMessages();
  const { average, histogram, tag_counts: tags } = answer;
  const noticed = tags.filter((tag) => tag.count > 0).toSorted((one, other) => other.count - one.count);
  return (
    <Card>
      <div className={styles.summary}>
        {average !== null && (
          <div className={styles.average}>
            <p className={`${styles.figure} num`}>{average.toFixed(1)}</p>
            <Stars rating={average} label={messages.average(average.toFixed(1))} />
            <p className={styles.of}>{messages.count(answer.count, count(answer.count))}</p>
          </div>
        )}
        <Bars histogram={histogram} total={answer.count} />
      </div>
      {noticed.length > 0 && (
        <ul className={styles.tags} aria-label={messages.tags}>
          {noticed.map(({ tag, count: times }) => (
            <li key={tag} className={`${styles.tag} num`}>
              {messages.tag(addReview.tags[tag] ?? tag, count(times))}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** One bar for each number of stars, five first. A text says the same for screen readers. */
function Bars({ histogram, total }: { histogram: number[]; total: number }) {
  const { reviews: messages } = useMessages();
  return (
    <ul className={`${styles.bars} num`} aria-label={messages.histogram}>
      {histogram
        .map((times, index) => ({ times, stars: index + 1 }))
        .toReversed()
        .map(({ times, stars }) => {
          const share = (times / Math.max(1, total)) * 100;
          return (
            <li key={stars}>
              <span className="visually-hidden">{messages.bar(stars, count(times), Math.round(share))}</span>
              <span aria-hidden>{stars}</span>
              <span className={styles.track} aria-hidden>
                <span className={styles.bar} style={{ width: `${share}%` }} />
              </span>
              <span className={styles.times} aria-hidden>
                {count(times)}
              </span>
            </li>
          );
        })}
    </ul>
  );
}
