import { ShieldCheck } from 'lucide-react';
import type { ProductReviews } from '@bijli/contract/storefront';
import { Stars } from '@bijli/ui/Stars';
import { messages } from '#messages/messages.ts';
import { formatNumber } from '#parts/format.ts';
import { formatMonth } from '#parts/india-times.ts';
import { Section } from './Section.tsx';
import styles from './Reviews.module.css';

/** Reviews of a product: average rating, number, and the latest ones. */
export function Reviews({ reviews: { average, count, latest } }: { reviews: ProductReviews }) {
  const { title, ofFive, count: countOf, bought } = messages().product.reviews;
  const { language } = messages();
  return (
    <Section title={title}>
      <div className={styles.reviews}>
        <p className={styles.all}>
          <b>{formatNumber(average)}</b>
          <span>
            <Stars rating={average} label={ofFive(formatNumber(average))} />
            {countOf(count)}
          </span>
        </p>
        <ul>
          {latest.map(({ rate: rating, comment, name, city, date, language: written }) => (
            <li key={`${name} ${date}`}>
              <Stars rating={rating} label={ofFive(String(rating))} />
              {comment !== '' && <p lang={written === language ? undefined : written}>{comment}</p>}
              <footer>
                <b>{name}</b>
                <span>{`${city} · ${formatMonth(date)}`}</span>
                <span className={styles.bought}>
                  <ShieldCheck aria-hidden size={16} />
                  {bought}
                </span>
              </footer>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
