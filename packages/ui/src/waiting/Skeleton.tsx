import { cx } from '../cx.ts';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  width: number | string;
  height: number;
  isRound?: boolean;
  /** Space above it, in px. */
  top?: number;
}

/** A grey placeholder in the shape of the content to come. Set `aria-busy` on its container. */
export function Skeleton({ width, height, isRound = false, top }: SkeletonProps) {
  return (
    <span className={cx(styles.piece, isRound && styles.round)} style={{ width, height, marginTop: top }} aria-hidden />
  );
}
