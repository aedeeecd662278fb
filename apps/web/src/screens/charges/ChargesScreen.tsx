import { History, PlugZap } from 'lucide-react';
import { useId, useState } from 'react';
import type { SessionListItem } from '@bijli/contract/charging';
import { Badge } from '@bijli/ui/Badge';
import { LinkButton } from '@bijli/ui/Button';
import { cx } from '@bijli/ui/cx';
import layout from '@bijli/ui/layout.module.css';
import { Empty } from '@bijli/ui/Notice';
import { Tabs } from '@bijli/ui/Tabs';
import { useCharges } from '#api/charging.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/answers/FailedToLoad.tsx';
import { MoreRows } from '#parts/answers/MoreRows.tsx';
import { OfflineCopy } from '#parts/answers/OfflineCopy.tsx';
import { paths } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { isRunning, ChargeCard, ChargeCardSkeleton } from './ChargeCard.tsx';
import styles from './ChargesScreen.module.css';

type Tab = 'pending' | 'completed';

/** The driver's charges: finished ones, and all others. */
export default function ChargesScreen() {
  const { charges: messages } = useMessages();
  const [tab, setTab] = useState<Tab>('completed');
  const panelId = useId();
  const query = useCharges();
  const { data, isError, refetch } = query;
  const running = data?.filter(isRunning).length ?? 0;
  const chargesOfTab = data?.filter((charge) => (charge.status === 'completed') === (tab === 'completed'));

  return (
    <Frame title={messages.title} hasFooterBar>
      <div className={styles.copy}>{data && <OfflineCopy of={query} />}</div>
      <div className={styles.tabs}>
        <Tabs<Tab>
          label={messages.tabs}
          panelId={panelId}
          value={tab}
          onChange={setTab}
          options={[
            {
              value: 'pending',
              label: (
                <span className={styles.tab}>
                  {messages.pending}
                  {running > 0 && <Badge tone="live">{running}</Badge>}
                </span>
              ),
            },
            { value: 'completed', label: messages.completed },
          ]}
        />
      </div>
      <div id={panelId} role="tabpanel" aria-label={messages[tab]} aria-busy={!data && !isError}>
        {chargesOfTab ? (
          <>
            {(chargesOfTab.length > 0 || !query.hasNextPage) && <Cards charges={chargesOfTab} tab={tab} />}
            <MoreRows of={query} />
          </>
        ) : isError ? (
          <FailedToLoad title={messages.failedTitle} onRetry={refetch} />
        ) : (
          <div className={layout.columns}>
            {Array.from({ length: 4 }, (_, index) => (
              <ChargeCardSkeleton key={index} />
            ))}
          </div>
        )}
      </div>
    </Frame>
  );
}

function Cards({ charges, tab }: { charges: SessionListItem[]; tab: Tab }) {
  const { charges: messages } = useMessages();
  if (charges.length > 0) {
    return (
      <div className={cx(layout.columns, styles.cards)}>
        {charges.map((charge) => (
          <ChargeCard key={charge.booking_id} charge={charge} />
        ))}
      </div>
    );
  }
  const isCompleted = tab === 'completed';
  return (
    <Empty
      icon={isCompleted ? History : PlugZap}
      title={isCompleted ? messages.emptyCompleted : messages.emptyPending}
      action={
        <LinkButton look="primary" to={paths.map}>
          {messages.findCharger}
        </LinkButton>
      }
    >
      {isCompleted ? messages.emptyCompletedHint : messages.emptyPendingHint}
    </Empty>
  );
}
