import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import { MAX_REVIEW_COMMENT_LENGTH, REVIEW_TAGS } from '@bijli/contract/review-form';
import type { Review } from '@bijli/contract/reviews';
import { Button } from '@bijli/ui/Button';
import { Chip } from '@bijli/ui/Chip';
import { cx } from '@bijli/ui/cx';
import { count } from '@bijli/ui/format/money';
import { day } from '@bijli/ui/format/time';
import { Skeleton } from '@bijli/ui/Skeleton';
import { StarChoice } from '@bijli/ui/Stars';
import { TextArea } from '@bijli/ui/TextArea';
import { Refusal } from '#api/client.ts';
import { NO_STARS, useReviews, useSaveReview } from '#api/reviews.ts';
import { useMessages } from '#messages/messages.ts';
import type { ReviewNavigation } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { useGoBack } from '#shell/NavBar.tsx';
import { NoStation } from './NoStation.tsx';
import { reviewNavigation } from './review-navigation.ts';
import styles from './ReviewsScreen.module.css';

/** When at most this many characters are left, the screen shows how many. */
const MAX_LEFT_SHOWN = 200;

/** The form for the driver's review of a station. It changes an existing review. */
export default function AddReviewScreen() {
  const { addReview: messages } = useMessages();
  const about = reviewNavigation(useLocation().state);
  const { data, isPending } = useReviews(about?.property_id);
  if (!about || isPending) {
    return (
      <Frame title={messages.title} isCentred={!about}>
        {about ? <FormSkeleton /> : <NoStation />}
      </Frame>
    );
  }
  // If the driver's existing review could not be fetched, they can still write one.
  return (
    <Form about={{ ...about, property_name: about.property_name || (data?.property_name ?? '') }} own={data?.own} />
  );
}

function Form({ about, own }: { about: ReviewNavigation; own: Review | undefined }) {
  const messages = useMessages();
  const goBack = useGoBack();
  const [rating, setRating] = useState(own?.rate ?? 0);
  const [tags, setTags] = useState(own?.tags ?? []);
  const [comment, setComment] = useState(own?.comment ?? '');
  const saving = useSaveReview();
  const question = useId();
  const left = MAX_REVIEW_COMMENT_LENGTH - [...comment.trim()].length;

  const toggle = (tag: string) => setTags(tags.includes(tag) ? tags.filter((each) => each !== tag) : [...tags, tag]);
  const save = () =>
    saving.mutate({ body: { property_id: about.property_id, comment, tags, rate: rating } }, { onSuccess: goBack });

  return (
    <Frame
      title={messages.addReview.title}
      dock={
        <Button look="primary" isBlock isBusy={saving.isPending} onClick={save}>
          {own ? messages.addReview.change : messages.addReview.add}
        </Button>
      }
    >
      <div className={styles.columns}>
        <div className={styles.rating}>
          <p className={styles.station}>{about.property_name}</p>
          {own && <p className={styles.replaces}>{messages.addReview.replaces(day(own.date))}</p>}
          <div className={styles.stars}>
            <StarChoice
              label={messages.addReview.rating}
              value={rating}
              onChange={setRating}
              starLabel={messages.reviews.stars}
            />
          </div>
          {rating === 0 && isWithoutStars(saving.error) ? (
            <p className={cx(styles.rated, styles.unrated)}>{saving.error.message}</p>
          ) : (
            <p className={styles.rated} aria-live="polite">
              {messages.addReview.rated(rating)}
            </p>
          )}
        </div>
        <div>
          <h2 id={question} className={styles.question}>
            {messages.addReview.tagsHeading}
          </h2>
          <div className={styles.chips} role="group" aria-labelledby={question}>
            {REVIEW_TAGS.map((tag) => (
              <Chip key={tag} isPressed={tags.includes(tag)} onClick={() => toggle(tag)}>
                {tags.includes(tag) && <Check size={18} aria-hidden />}
                {messages.addReview.tags[tag] ?? tag}
              </Chip>
            ))}
          </div>
          <div className={styles.said}>
            <TextArea
              label={messages.addReview.comment}
              placeholder={messages.addReview.commentPlaceholder}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
              help={left <= MAX_LEFT_SHOWN ? messages.addReview.left(count(left)) : undefined}
            />
          </div>
        </div>
      </div>
    </Frame>
  );
}

const isWithoutStars = (error: unknown): error is Refusal => error instanceof Refusal && error.code === NO_STARS;

function FormSkeleton() {
  return (
    <div aria-busy>
      <Skeleton width="100%" height={24} />
      <Skeleton width="100%" height={52} top={20} />
      <Skeleton width="100%" height={160} top={92} />
      <Skeleton width="100%" height={112} top={52} />
    </div>
  );
}
