import { ChevronRight } from 'lucide-react';
import { shopPath } from '#frame/shop-path.ts';
import { messages } from '#messages/messages.ts';
import styles from './Breadcrumb.module.css';

/** A link to the page above this one: the catalogue by default. */
export function Breadcrumb({ page, above = chargers() }: { page: string; above?: { href: string; name: string } }) {
  return (
    <nav className={styles.crumb} aria-label={messages().product.crumb}>
      <a href={above.href}>
        <b>{above.name}</b>
        <ChevronRight aria-hidden size={16} />
      </a>
      <span aria-current="page">{page}</span>
    </nav>
  );
}

const chargers = () => ({ href: shopPath('/products'), name: messages().chargers });
