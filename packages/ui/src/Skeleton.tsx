import { cx } from './cx.ts';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  width: number | string;
  height: number;
  isRound?: boolean;
  /** Space above it. */
  top?: number;
}

/** A grey piece in the shape of what comes. Put `aria-busy` on what holds them. */
export function Skeleton({ width, height, isRound = false, top }: SkeletonProps) {
  return (
    <span className={cx(styles.piece, isRound && styles.round)} style={{ width, height, marginTop: top }} aria-hidden />
  );
}
