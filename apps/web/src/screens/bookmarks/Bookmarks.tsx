import { Bookmark, BookmarkX } from 'lucide-react';
import { useState } from 'react';
import type { Station } from '@bijli/contract/stations';
import { Button, LinkButton } from '@bijli/ui/Button';
import { IconButton } from '@bijli/ui/IconButton';
import { Banner, Empty } from '@bijli/ui/Notice';
import { useBookmarks, useSetBookmarkInList } from '#api/stations.ts';
import { usePosition } from '#device/position.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/FailedToLoad.tsx';
import { OfflineCopy } from '#parts/OfflineCopy.tsx';
import { StationCards, StationCardsSkeleton } from '#parts/StationCards.tsx';
import { paths } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import styles from './Bookmarks.module.css';

/** The stations that the driver has saved, the latest first. */
export default function Bookmarks() {
  const messages = useMessages();
  const position = usePosition();
  const { data: stations, isError, refetch, dataUpdatedAt } = useBookmarks();
  const save = useSetBookmarkInList();
  const [forgotten, setForgotten] = useState<Station>();

  const forget = (station: Station) =>
    save.mutate(
      { body: { status: false, property_id: station.property_id } },
      { onSuccess: () => setForgotten(station) },
    );
  const undo = ({ property_id }: Station) =>
    save.mutate({ body: { status: true, property_id } }, { onSuccess: () => setForgotten(undefined) });

  return (
    <Frame title={messages.bookmarks.title} foot centred={(isError && !stations) || stations?.length === 0}>
      {stations && (
        <div className={styles.banner}>
          <OfflineCopy of={{ data: stations, isError, dataUpdatedAt }} />
        </div>
      )}
      {forgotten && (
        <div className={styles.banner}>
          <Banner
            icon={BookmarkX}
            action={
              // What was pressed is gone, and the focus with it.
              <Button
                key={forgotten.property_id}
                ref={takeFocus}
                look="text"
                busy={save.isPending}
                onClick={() => undo(forgotten)}
              >
                {messages.bookmarks.undo}
              </Button>
            }
          >
            {messages.bookmarks.forgotten(forgotten.property_name)}
          </Banner>
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
          stations={stations}
          from={position}
          renderCorner={(station) => (
            <IconButton
              icon={Bookmark}
              filled
              label={messages.bookmarks.forget(station.property_name)}
              aria-busy={save.isPending && save.variables.body.property_id === station.property_id}
              onClick={() => forget(station)}
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
    </Frame>
  );
}

function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus();
}
