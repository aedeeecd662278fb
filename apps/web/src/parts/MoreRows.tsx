import { useEffect, useRef, useState } from 'react';
import { Button } from '@bijli/ui/Button';
import { useMessages } from '#messages/messages.ts';
import styles from './MoreRows.module.css';

interface MoreRowsProps {
  /** The query of the list. */
  of: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  /** The button's words, where it is known how many rows come. */
  children?: string;
}

/** Below a list that comes in pages: brings the next one, and after the last says that this is all. */
export function MoreRows({ of, children }: MoreRowsProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = of;
  const { common } = useMessages();
  const [wasPressed, setPressed] = useState(false);
  const end = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone: focus stays in its place.
  useEffect(() => {
    if (!hasNextPage && wasPressed) end.current?.focus();
  }, [hasNextPage, wasPressed]);
  if (hasNextPage)
    return (
      <div className={styles.more}>
        {isFetchNextPageError && !isFetchingNextPage && (
          <p role="alert" className={styles.failed}>
            {common.moreFailed}
          </p>
        )}
        <Button
          look="line"
          isBlock
          isBusy={isFetchingNextPage}
          onClick={() => {
            setPressed(true);
            void fetchNextPage();
          }}
        >
          {isFetchNextPageError ? common.tryAgain : (children ?? common.showMore)}
        </Button>
      </div>
    );
  return wasPressed ? (
    <p ref={end} tabIndex={-1} className={styles.end}>
      {common.allShown}
    </p>
  ) : null;
}
