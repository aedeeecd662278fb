import { finderMessages } from '#messages/finder-messages.ts';
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
            <a className={styles.browse} href="#all">
              {finderMessages().hero.browse}
            </a>
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
