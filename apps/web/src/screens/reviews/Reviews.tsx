import { MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { Button, LinkButton } from '@bijli/ui/Button';
import { count } from '@bijli/ui/format/money';
import layout from '@bijli/ui/layout.module.css';
import { Empty } from '@bijli/ui/Notice';
import { type Answered } from '#api/client.ts';
import { useReviews } from '#api/reviews.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/FailedToLoad.tsx';
import { ReviewCard } from '#parts/reviews/ReviewCard.tsx';
import { ReviewSummary } from '#parts/reviews/ReviewSummary.tsx';
import { paths, type ReviewState } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { NoStation } from './NoStation.tsx';
import { reviewState } from './review-state.ts';
import { ReviewsSkeleton } from './ReviewsSkeleton.tsx';
import styles from './Reviews.module.css';

const PAGE = 10;

/** What drivers say of a station. */
export default function Reviews() {
  const { reviews: messages } = useMessages();
  const about = reviewState(useLocation().state);
  const { data, isError, error, refetch } = useReviews(about?.property_id);
  const isEmpty = data?.count === 0;

  return (
    <Frame
      title={data?.property_name || about?.property_name || messages.title}
      foot
      centred={!about || isEmpty || (isError && !data)}
    >
      {!about ? (
        <NoStation />
      ) : data ? (
        <StationReviews answer={data} />
      ) : isError ? (
        <FailedToLoad title={messages.failedTitle} error={error} onRetry={refetch} />
      ) : (
        <ReviewsSkeleton />
      )}
    </Frame>
  );
}

function StationReviews({ answer }: { answer: Answered<'stationReviews'> }) {
  const { reviews: messages } = useMessages();
  const [shown, setShown] = useState(PAGE);
  const { property_id, property_name, reviews, own } = answer;
  const state: ReviewState = { property_id, property_name };
  const rest = reviews.length - shown;

  if (answer.count === 0) {
    return (
      <Empty
        icon={MessageSquare}
        title={messages.emptyTitle}
        action={
          <LinkButton look="primary" to={paths.addReview} state={state}>
            {messages.write}
          </LinkButton>
        }
      >
        {messages.empty}
      </Empty>
    );
  }
  return (
    <div className={styles.columns}>
      <div className={layout.stack}>
        <ReviewSummary answer={answer} />
        <LinkButton look="primary" block to={paths.addReview} state={state}>
          {own ? messages.edit : messages.write}
        </LinkButton>
      </div>
      <div className={layout.stack}>
        <ul className={layout.stack}>
          {reviews.slice(0, shown).map((review) => (
            <ReviewCard key={`${review.date} ${review.name}`} review={review} />
          ))}
        </ul>
        {rest > 0 && (
          <Button look="line" block onClick={() => setShown(shown + PAGE)}>
            {messages.more(count(Math.min(PAGE, rest)))}
          </Button>
        )}
        {rest <= 0 && reviews.length < answer.count && (
          <p className={styles.limit}>{messages.listed(count(reviews.length), count(answer.count))}</p>
        )}
      </div>
    </div>
  );
}
