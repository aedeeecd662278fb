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
  /** The button's text, when the number of further rows is known. */
  children?: string;
}

/** The end of a paged list: a button that loads the next page, or a sentence that this is all. */
export function MoreRows({ of, children }: MoreRowsProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = of;
  const { common } = useMessages();
  const [wasPressed, setPressed] = useState(false);
  const end = useRef<HTMLParagraphElement>(null);
  // The pressed button is gone, so focus moves to its place.
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
