import { Card } from '@bijli/ui/Card';
import layout from '@bijli/ui/layout.module.css';
import { Skeleton } from '@bijli/ui/Skeleton';
import styles from './ReviewsScreen.module.css';

export function ReviewsSkeleton() {
  return (
    <div className={styles.columns} aria-busy>
      <div className={layout.stack}>
        <Card as="div">
          <Skeleton width="100%" height={106} />
        </Card>
        <Skeleton width="100%" height={56} />
      </div>
      <div className={layout.stack}>
        {[1, 2, 3].map((review) => (
          <Card key={review} as="div">
            <Skeleton width="62%" height={40} />
            <Skeleton width="100%" height={48} top={12} />
            <Skeleton width="48%" height={24} top={12} />
          </Card>
        ))}
      </div>
    </div>
  );
}
