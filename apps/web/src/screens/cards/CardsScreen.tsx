import { Ban, CircleCheck, IdCard, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { CardState, OwnCard } from '@bijli/contract/cards';
import { MINIMUM_BALANCE_PAISE } from '@bijli/contract/charge-estimate';
import { rupees } from '@bijli/contract/money';
import { Badge } from '@bijli/ui/Badge';
import { Button } from '@bijli/ui/Button';
import { formatRupees } from '@bijli/ui/format/money';
import { Empty } from '@bijli/ui/Notice';
import { Skeleton } from '@bijli/ui/Skeleton';
import { useCards } from '#api/cards.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/answers/FailedToLoad.tsx';
import { OwnThingRow, OwnThingRows } from '#parts/own-things/OwnThingRows.tsx';
import { Frame } from '#shell/Frame.tsx';
import { AddCardSheet } from './AddCardSheet.tsx';
import { CardSheet } from './CardSheet.tsx';
import styles from './CardsScreen.module.css';

/** The driver's RFID cards, each with a menu, and a button to add one. */
export default function CardsScreen() {
  const { cards: messages } = useMessages();
  const { data: cards, isError, refetch } = useCards();
  const [isAdding, setAdding] = useState(false);
  /** The card whose menu is open. It stays set until the closing animation has ended. */
  const [opened, setOpened] = useState<OwnCard>();
  const [isOpen, setOpen] = useState(false);
  const heading = useRef<HTMLParagraphElement>(null);
  const hasFailed = isError && !cards;
  const about = messages.about(formatRupees(rupees(MINIMUM_BALANCE_PAISE)));

  return (
    <Frame
      title={messages.title}
      isCentred={hasFailed || cards?.length === 0}
      dock={
        <Button look="primary" isBlock onClick={() => setAdding(true)}>
          <Plus size={20} aria-hidden /> {messages.add}
        </Button>
      }
    >
      {hasFailed ? (
        <FailedToLoad title={messages.failedTitle} onRetry={refetch} />
      ) : !cards ? (
        <CardsSkeleton />
      ) : cards.length === 0 ? (
        <Empty icon={IdCard} title={messages.emptyTitle}>
          {about}
        </Empty>
      ) : (
        <>
          <p ref={heading} tabIndex={-1} className={styles.about}>
            {about}
          </p>
          <OwnThingRows>
            {cards.map((card) => (
              <CardRow
                key={card.number}
                card={card}
                onMenu={() => {
                  setOpened(card);
                  setOpen(true);
                }}
              />
            ))}
          </OwnThingRows>
        </>
      )}
      {opened && (
        <CardSheet
          key={opened.number}
          card={cards?.find(({ number }) => number === opened.number) ?? opened}
          open={isOpen}
          onClose={() => setOpen(false)}
          afterRemoval={heading}
        />
      )}
      <AddCardSheet open={isAdding} onClose={() => setAdding(false)} />
    </Frame>
  );
}

function CardRow({ card, onMenu }: { card: OwnCard; onMenu: () => void }) {
  const { cards: messages } = useMessages();
  return (
    <OwnThingRow
      picture={<IdCard size={24} aria-hidden />}
      name={card.name}
      details={spacedNumber(card.number)}
      menuLabel={messages.menu(card.name)}
      onMenu={onMenu}
    >
      <CardBadge state={card.state} />
    </OwnThingRow>
  );
}

function CardBadge({ state }: { state: CardState }) {
  const { cards: messages } = useMessages();
  return (
    <span>
      <Badge tone={state === 'live' ? 'ok' : 'off'} icon={state === 'live' ? CircleCheck : Ban}>
        {messages.states[state]}
      </Badge>
    </span>
  );
}

/** The bytes in pairs, as printed on cards: 04 A2 2B 1A. */
function spacedNumber(number: string): string {
  return /^[0-9A-F]+$/.test(number) && [8, 14, 20].includes(number.length)
    ? number.replaceAll(/..(?=.)/g, '$& ')
    : number;
}

function CardsSkeleton() {
  return (
    <div aria-busy>
      {[1, 2].map((row) => (
        <Skeleton key={row} width="100%" height={96} top={12} />
      ))}
    </div>
  );
}
