import { CircleUserRound, Package } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { shopPathIn, plainPath } from '@bijli/contract/shop-language';
import { spacedPhone } from '@bijli/ui/format/text';
import { Logo } from '@bijli/ui/Logo';
import { keepLanguage } from '@bijli/ui/messages';
import { useDriver } from '#device/signed-in-driver.ts';
import { messages } from '#messages/messages.ts';
import { useShop } from './shop-context.ts';
import { shopPath } from './shop-path.ts';
import styles from './ShopFrame.module.css';

/** Head and foot of every page of the shop. */
export function ShopFrame({ children }: { children: ReactNode }) {
  const { settings, path } = useShop();
  const { other } = messages();
  useEffect(() => {
    // Marks the page as hydrated. `OrdersPage.module.css` hides a text until then.
    document.documentElement.dataset['live'] = '';
  }, []);
  const current = (place: RegExp): 'page' | undefined => (place.test(plainPath(path)) ? 'page' : undefined);
  return (
    <>
      <a className={styles.skip} href="#content">
        {messages().skip}
      </a>
      <header className={styles.head}>
        <div className={`${styles.wrap} ${styles.bar}`}>
          <a className={styles.logo} href={shopPath('/products')}>
            <Logo height={30} label={settings.brand} />
          </a>
          {settings.demo && <span className={styles.badge}>{messages().demoBadge}</span>}
          <nav className={styles.links} aria-label={messages().shopNavigation}>
            <a href={shopPath('/products')} aria-current={current(/^\/product/)}>
              {messages().chargers}
            </a>
            <a href={shopPath('/compare')} aria-current={current(/^\/compare/)}>
              {messages().compare}
            </a>
            <a href="/">{messages().findStation}</a>
            <a href="#help">{messages().help}</a>
          </nav>
          <nav className={styles.own} aria-label={messages().ownNavigation}>
            <a
              className={styles.language}
              href={pathInOtherLanguage(path)}
              lang={other.language}
              hrefLang={other.language}
              onClick={() => keepLanguage(other.language)}
            >
              {other.name}
            </a>
            <a href={shopPath('/orders')} aria-label={messages().ownOrders} aria-current={current(/^\/order/)}>
              <Package aria-hidden size={22} strokeWidth={1.75} />
              <span className={styles.word} aria-hidden>
                {messages().ownOrders}
              </span>
            </a>
            <Account />
          </nav>
        </div>
      </header>
      <main id="content" className={styles.wrap} tabIndex={-1}>
        {children}
      </main>
      <ShopFoot />
    </>
  );
}

/** The link to the profile. It shows the initial of a signed-in driver. */
function Account() {
  const name = useDriver('name');
  const initial = name?.trim().charAt(0).toUpperCase();
  return (
    <a href="/profile" aria-label={name ? messages().accountOf(name) : messages().account}>
      {initial ? (
        <b className={styles.initial} aria-hidden>
          {initial}
        </b>
      ) : (
        <CircleUserRound aria-hidden size={22} strokeWidth={1.75} />
      )}
      <span className={styles.word} aria-hidden>
        {messages().account}
      </span>
    </a>
  );
}

/**
 * The address of this page in the other language. An answer to a form has no address of its own, so the link leads to
 * the order or to all orders.
 */
function pathInOtherLanguage(path: string): string {
  const plain = plainPath(path)
    .replace(/^(\/order\/[^/]+)\/link/, '$1')
    .replace(/^\/order\/[^/]+\/(pay|cancel)(?=\?|$).*/, '/orders');
  return shopPathIn(messages().other.language, plain);
}

/** Contact of support, which needs no sign-in, and the policies. */
function ShopFoot() {
  const { support, demo } = useShop().settings;
  const { privacy, terms, refund, cancellation } = messages().policies;
  return (
    <footer className={styles.foot}>
      <div className={styles.wrap}>
        <section id="help" className={styles.help} aria-label={messages().help}>
          <h2>{messages().helpTitle}</h2>
          <p>{messages().helpText}</p>
          <ul>
            <li>
              <a href={`tel:${support.phone}`}>{messages().call(spacedPhone(support.phone))}</a>
            </li>
            <li>
              <a href={`mailto:${support.email}`}>{support.email}</a>
            </li>
            <li>
              <a
                href={`https://wa.me/${support.whatsapp.replace(/\D/g, '')}?text=${encodeURIComponent(messages().greeting)}`}
              >
                {messages().chat}
              </a>
            </li>
          </ul>
        </section>
        {/* On narrow phones these are not in the head. */}
        <ul className={styles.policies}>
          <li>
            <a href={shopPath('/compare')}>{messages().compare}</a>
          </li>
          <li>
            <a href="/">{messages().findStation}</a>
          </li>
        </ul>
        <ul className={styles.policies}>
          <li>
            <a href="/privacy">{privacy}</a>
          </li>
          <li>
            <a href="/termsandcondition">{terms}</a>
          </li>
          <li>
            <a href="/refund">{refund}</a>
          </li>
          <li>
            <a href="/cancellation">{cancellation}</a>
          </li>
        </ul>
        {demo && <p className={styles.demo}>{messages().demo}</p>}
      </div>
    </footer>
  );
}
