import { Card } from '@bijli/ui/Card';
import layout from '@bijli/ui/layout.module.css';
import { Skeleton } from '@bijli/ui/Skeleton';
import styles from './InvoiceScreen.module.css';

export function InvoiceSkeleton() {
  return (
    <div aria-busy>
      <div className={styles.outcome}>
        <Skeleton width={48} height={48} isRound />
        <Skeleton width={110} height={20} top={12} />
        <Skeleton width={180} height={48} top={2} />
        <Skeleton width={220} height={20} top={4} />
      </div>
      <div className={layout.stack}>
        {[146, 125, 272].map((height) => (
          <Card key={height} as="div">
            <Skeleton width="60%" height={24} />
            <Skeleton width="100%" height={height - 32 - 24 - 16} top={16} />
          </Card>
        ))}
      </div>
    </div>
  );
}
