import { CircleAlert, Star } from 'lucide-react';
import { MAX_REVIEW_COMMENT_LENGTH } from '@bijli/contract/review-form';
import type { ShopPage } from '@bijli/contract/shop-page';
import { ParcelDrawing } from '#drawings/ParcelDrawing.tsx';
import { productPath } from '#frame/shop-path.ts';
import { ordersMessages } from '#messages/orders-messages.ts';
import { Breadcrumb } from '#parts/Breadcrumb.tsx';
import { EmptyState } from '#parts/EmptyState.tsx';
import { orderedTexts } from '#parts/product-texts.ts';
import { ProductPicture } from '#parts/ProductPicture.tsx';
import styles from './ReviewPage.module.css';

const STARS = [1, 2, 3, 4, 5];

/** A form for a buyer's review, which works without JavaScript. After sending it says thank you. */
export function ReviewPage(page: Extract<ShopPage, { kind: 'review' }>) {
  const { order, action, rate, comment, isWrong } = page;
  const { written, writtenText, see, title, stars, star, words, help, wrong, send } = ordersMessages().review;
  const { name, lang } = orderedTexts(order);
  if (page.isWritten) {
    return (
      <EmptyState drawing={<ParcelDrawing />} title={written} text={writtenText} isPage>
        <a href={productPath(order.product_id)}>{see}</a>
      </EmptyState>
    );
  }
  return (
    <>
      <Breadcrumb page={ordersMessages().status.crumb(order.reference)} />
      <form method="post" action={action} className={styles.form}>
        <h1>{title}</h1>
        <p className={styles.item}>
          <span className={styles.picture}>
            <ProductPicture src={order.image || undefined} alt="" colour={order.colour} sizes="96px" />
          </span>
          <b lang={lang}>{name}</b>
        </p>
        {isWrong && (
          <p className={styles.alert} role="alert">
            <CircleAlert aria-hidden size={20} />
            {wrong}
          </p>
        )}
        <fieldset>
          <legend>{stars}</legend>
          <div className={styles.stars}>
            {STARS.map((count) => (
              <label key={count}>
                <input
                  type="radio"
                  className="visually-hidden"
                  name="rate"
                  value={count}
                  required
                  defaultChecked={rate === String(count)}
                  aria-label={star(count)}
                />
                <Star size={40} strokeWidth={1.6} aria-hidden />
              </label>
            ))}
          </div>
        </fieldset>
        <label className={styles.words}>
          {words}
          <textarea name="comment" rows={5} maxLength={MAX_REVIEW_COMMENT_LENGTH} defaultValue={comment} />
        </label>
        <p className={styles.help}>{help}</p>
        <button className={styles.send}>{send}</button>
      </form>
    </>
  );
}
