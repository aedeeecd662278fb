import { BadgeCheck } from 'lucide-react';
import type { Review } from '@bijli/contract/reviews';
import { Avatar } from '@bijli/ui/Avatar';
import { Badge } from '@bijli/ui/Badge';
import { cx } from '@bijli/ui/cx';
import { day } from '@bijli/ui/format/time';
import { Stars } from '@bijli/ui/Stars';
import { useMessages } from '#messages/messages.ts';
import styles from './ReviewSummary.module.css';

/** One driver's review. `heading` is the element of the name. */
export function ReviewCard({ review, heading: Name = 'h2' }: { review: Review; heading?: 'h2' | 'h3' }) {
  const { reviews: messages, addReview } = useMessages();
  return (
    <li className={styles.review}>
      <div className={styles.head}>
        <span className={styles.avatar}>
          <Avatar name={review.name} />
        </span>
        <div className={styles.who}>
          <Name className={cx('clip', styles.name)}>{review.name}</Name>
          <time className="num" dateTime={review.date}>
            {day(review.date)}
          </time>
        </div>
        <Stars rating={review.rate} label={messages.stars(review.rate)} />
      </div>
      {review.comment !== '' && <p className={styles.comment}>{review.comment}</p>}
      {(review.charged_here || review.mine || review.tags.length > 0) && (
        <div className={styles.tags}>
          {review.mine && <Badge tone="live">{messages.yours}</Badge>}
          {review.charged_here && (
            <Badge tone="ok" icon={BadgeCheck}>
              {messages.chargedHere}
            </Badge>
          )}
          {review.tags.map((tag) => (
            <span key={tag} className={styles.tag}>
              {addReview.tags[tag] ?? tag}
            </span>
          ))}
        </div>
      )}
    </li>
  );
}
