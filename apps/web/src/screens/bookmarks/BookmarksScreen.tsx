import { Bookmark, BookmarkX } from 'lucide-react';
import { useState } from 'react';
import type { Station } from '@bijli/contract/stations';
import { Button, LinkButton } from '@bijli/ui/Button';
import { IconButton } from '@bijli/ui/IconButton';
import { Banner, Empty } from '@bijli/ui/Notice';
import { useBookmarks, useChangeBookmarkInList } from '#api/stations.ts';
import { usePosition } from '#device/position.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/answers/FailedToLoad.tsx';
import { OfflineCopy } from '#parts/answers/OfflineCopy.tsx';
import { StationCards, StationCardsSkeleton } from '#parts/stations/StationCards.tsx';
import { paths } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import styles from './BookmarksScreen.module.css';

/** The driver's bookmarked stations, newest first. */
export default function BookmarksScreen() {
  const messages = useMessages();
  const position = usePosition();
  const { data: stations, isError, refetch, dataUpdatedAt } = useBookmarks();
  const changeBookmark = useChangeBookmarkInList();
  const [removed, setRemoved] = useState<Station>();

  const remove = (station: Station) =>
    changeBookmark.mutate(
      { body: { status: false, property_id: station.property_id } },
      { onSuccess: () => setRemoved(station) },
    );
  const undo = ({ property_id }: Station) =>
    changeBookmark.mutate({ body: { status: true, property_id } }, { onSuccess: () => setRemoved(undefined) });

  return (
    <Frame title={messages.bookmarks.title} hasFooterBar isCentred={(isError && !stations) || stations?.length === 0}>
      {stations && (
        <div className={styles.banner}>
          <OfflineCopy of={{ data: stations, isError, dataUpdatedAt }} />
        </div>
      )}
      {!stations ? (
        isError ? (
          <FailedToLoad title={messages.bookmarks.failedTitle} onRetry={refetch} />
        ) : (
          <StationCardsSkeleton />
        )
      ) : stations.length > 0 ? (
        <StationCards
          isUnfiltered
          stations={stations}
          from={position}
          renderCorner={(station) => (
            <IconButton
              icon={Bookmark}
              isFilled
              label={messages.bookmarks.remove(station.property_name)}
              aria-busy={changeBookmark.isPending && changeBookmark.variables.body.property_id === station.property_id}
              onClick={() => remove(station)}
            />
          )}
        />
      ) : (
        <Empty
          icon={Bookmark}
          title={messages.bookmarks.emptyTitle}
          action={<LinkButton to={paths.map}>{messages.bookmarks.find}</LinkButton>}
        >
          {messages.bookmarks.empty}
        </Empty>
      )}
      {removed && (
        <div className={styles.removed}>
          <Banner
            icon={BookmarkX}
            action={
              // The pressed button disappears, so focus must move.
              <Button
                key={removed.property_id}
                ref={takeFocus}
                look="text"
                isBusy={changeBookmark.isPending}
                onClick={() => undo(removed)}
              >
                {messages.bookmarks.undo}
              </Button>
            }
          >
            {messages.bookmarks.forgotten(removed.property_name)}
          </Banner>
        </div>
      )}
    </Frame>
  );
}

/** The button is in view, wherever the list has been scrolled to. */
function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true });
}
