import { MessageSquare } from 'lucide-react';
import { useLocation } from 'react-router';
import { LinkButton } from '@bijli/ui/Button';
import { count } from '@bijli/ui/format/money';
import layout from '@bijli/ui/layout.module.css';
import { Empty } from '@bijli/ui/Notice';
import type { Reply } from '#api/client.ts';
import { REVIEWS_A_PAGE, useReviews } from '#api/reviews.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/answers/FailedToLoad.tsx';
import { MoreRows } from '#parts/answers/MoreRows.tsx';
import { ReviewCard } from '#parts/reviews/ReviewCard.tsx';
import { ReviewSummary } from '#parts/reviews/ReviewSummary.tsx';
import { paths, type ReviewNavigation } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { NoStation } from './NoStation.tsx';
import { reviewNavigation } from './review-navigation.ts';
import { ReviewsSkeleton } from './ReviewsSkeleton.tsx';
import styles from './ReviewsScreen.module.css';

/** What drivers have written about a station. */
export default function ReviewsScreen() {
  const { reviews: messages } = useMessages();
  const about = reviewNavigation(useLocation().state);
  const query = useReviews(about?.property_id);
  const { data, isError, error, refetch } = query;
  const isEmpty = data?.count === 0;

  return (
    <Frame
      title={data?.property_name || about?.property_name || messages.title}
      hasFooterBar
      isCentred={!about || isEmpty || (isError && !data)}
    >
      {!about ? (
        <NoStation />
      ) : data ? (
        <StationReviews answer={data} query={query} />
      ) : isError ? (
        <FailedToLoad title={messages.failedTitle} error={error} onRetry={refetch} />
      ) : (
        <ReviewsSkeleton />
      )}
    </Frame>
  );
}

interface StationReviewsProps {
  answer: Reply<'stationReviews'>;
  query: ReturnType<typeof useReviews>;
}

function StationReviews({ answer, query }: StationReviewsProps) {
  const { reviews: messages } = useMessages();
  const { property_id, property_name, reviews, own } = answer;
  const state: ReviewNavigation = { property_id, property_name };
  const rest = answer.count - reviews.length;

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
        <LinkButton look={own ? 'line' : 'primary'} isBlock to={paths.addReview} state={state}>
          {own ? messages.edit : messages.write}
        </LinkButton>
      </div>
      <div className={layout.stack}>
        <ul className={layout.stack}>
          {reviews.map((review) => (
            <ReviewCard key={`${review.date} ${review.name}`} review={review} />
          ))}
        </ul>
        <MoreRows of={query}>{messages.more(count(Math.min(REVIEWS_A_PAGE, rest)))}</MoreRows>
      </div>
    </div>
  );
}
