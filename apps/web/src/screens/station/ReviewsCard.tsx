import { Link } from 'react-router';
import type { Station } from '@bijli/contract/stations';
import { count } from '@bijli/ui/format/money';
import { useReviews } from '#api/reviews.ts';
import { useMessages } from '#messages/messages.ts';
import { ReviewCard } from '#parts/reviews/ReviewCard.tsx';
import { ReviewSummary } from '#parts/reviews/ReviewSummary.tsx';
import { paths, type ReviewNavigation } from '#paths.ts';
import { SectionHead } from './SectionHead.tsx';
import styles from './ReviewsCard.module.css';

/** The average rating and the latest review. Renders nothing when there are no reviews. */
export function ReviewsCard({ station: { property_id, property_name } }: { station: Station }) {
  const { reviews: messages, station } = useMessages();
  const { data } = useReviews(property_id);
  const [latest] = data?.reviews ?? [];
  if (!data || !latest) return null;
  const state: ReviewNavigation = { property_id, property_name };
  return (
    <section className={styles.reviews}>
      <SectionHead>
        <h2>{messages.title}</h2>
        <Link to={paths.reviews} state={state} className="num">
          {station.seeAll(data.count, count(data.count))}
        </Link>
      </SectionHead>
      <ReviewSummary answer={data} />
      <ul>
        <ReviewCard review={latest} heading="h3" />
      </ul>
    </section>
  );
}
