import type { ShopPage } from '@bijli/contract/shop-page';
import { CreditCard } from 'lucide-react';
import styles from './ProductsPage.module.css';
import { words } from './words.ts';

/** Between a form of ours and the payment page, which opens by itself. */
export function PaymentPage({ url }: Extract<ShopPage, { kind: 'payment' }>) {
  return (
    <section className={styles.empty}>
      <CreditCard aria-hidden size={64} strokeWidth={1.25} />
      <h1>{words.payment.title}</h1>
      <p>{words.payment.text}</p>
      <a href={url}>{words.payment.open}</a>
    </section>
  );
}
