import { Scale } from 'lucide-react';
import { shopPath } from '#frame/shop-path.ts';
import { finderMessages } from '#messages/finder-messages.ts';
import { messages } from '#messages/messages.ts';
import styles from './Hero.module.css';

/** The introduction of the shop. `isSlim`: only a strip, once the visitor has searched or filtered. */
export function Hero({ isSlim = false }: { isSlim?: boolean }) {
  return (
    <section className={`${styles.hero} ${isSlim ? styles.slim : ''}`}>
      <div className={styles.text}>
        <h1>{finderMessages().hero.title}</h1>
        {!isSlim && (
          <>
            <p>{finderMessages().hero.text}</p>
            <div className={styles.links}>
              <a className={styles.browse} href="#all">
                {finderMessages().hero.browse}
              </a>
              <a className={styles.compare} href={shopPath('/compare')}>
                <Scale aria-hidden size={20} strokeWidth={1.75} />
                {messages().compare}
              </a>
            </div>
          </>
        )}
      </div>
      <div className={styles.art} aria-hidden>
        <img
          className={styles.back}
          src="/media/products/demo-wb-74-front.svg#cut"
          alt=""
          width={1200}
          height={900}
          loading="lazy"
        />
        <img
          className={styles.right}
          src="/media/products/demo-dc-120-side.svg#cut"
          alt=""
          width={1200}
          height={900}
          fetchPriority="high"
        />
        <img className={styles.left} src="/media/products/demo-ac-22-side.svg#cut" alt="" width={1200} height={900} />
      </div>
    </section>
  );
}
