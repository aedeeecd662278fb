import { CarFront } from 'lucide-react';
import { type Ref, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { CatalogueVehicle } from '@bijli/contract/vehicles';
import { Button } from '@bijli/ui/Button';
import { Empty } from '@bijli/ui/Notice';
import { Skeleton } from '@bijli/ui/Skeleton';
import { Tabs } from '@bijli/ui/Tabs';
import { useCatalogue } from '#api/vehicles.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/FailedToLoad.tsx';
import type { VehiclesState } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { RegistrationSheet } from './RegistrationSheet.tsx';
import { VehicleCard, VehicleCardSkeleton } from './VehicleCard.tsx';
import styles from './Vehicles.module.css';

/** Its licence asks that it is named where its figures are shown. */
const OPEN_EV_DATA = 'https://github.com/KilowattApp/open-ev-data';

/** The catalogue by make; one is chosen, then registered. Who came from a station to do so is led back to it. */
export default function Vehicles() {
  const { vehicles: messages } = useMessages();
  const { data: groups, isError, refetch } = useCatalogue();
  const navigate = useNavigate();
  const opening = useLocation().state as VehiclesState | null;
  const [chosen, setChosen] = useState<CatalogueVehicle>();
  /** What is to be registered; it outlives the choice, until its sheet has closed. */
  const [asked, setAsked] = useState<CatalogueVehicle>();
  const [isAsking, setAsking] = useState(false);
  const askedCard = useRef<HTMLButtonElement>(null);
  const hasFailed = isError && !groups;

  const ask = () => {
    setAsked(chosen);
    setAsking(true);
  };
  const finish = () => {
    setAsking(false);
    setChosen(undefined);
    if (opening?.fromScreen === 'station') void navigate(-1);
  };

  return (
    <Frame
      title={messages.title}
      wide
      centred={hasFailed}
      dock={
        <Button look="primary" block disabled={!chosen} onClick={ask}>
          {messages.add}
        </Button>
      }
    >
      {hasFailed ? (
        <FailedToLoad title={messages.failedTitle} onRetry={refetch} />
      ) : groups ? (
        <Groups groups={groups} chosen={chosen} asked={asked} askedCard={askedCard} onChoose={setChosen} />
      ) : (
        <Loading />
      )}
      {asked && (
        <RegistrationSheet
          vehicle={asked}
          open={isAsking}
          onClose={() => setAsking(false)}
          onAdded={finish}
          // The button that opened it is disabled once nothing is chosen.
          finalFocus={chosen ? undefined : askedCard}
        />
      )}
    </Frame>
  );
}

interface GroupsProps {
  groups: Record<string, CatalogueVehicle[]>;
  chosen: CatalogueVehicle | undefined;
  asked: CatalogueVehicle | undefined;
  askedCard: Ref<HTMLButtonElement>;
  onChoose: (vehicle: CatalogueVehicle | undefined) => void;
}

function Groups({ groups, chosen, asked, askedCard, onChoose }: GroupsProps) {
  const { vehicles: messages } = useMessages();
  const names = Object.keys(groups);
  const [open, setOpen] = useState(names[0] ?? '');
  const panelId = useId();
  if (names.length === 0) return <Empty icon={CarFront} title={messages.emptyTitle} />;

  // What is chosen must be in sight, so it does not outlive its tab.
  const show = (name: string) => {
    setOpen(name);
    onChoose(undefined);
  };

  return (
    <>
      <Tabs
        look="chips"
        label={messages.brands}
        panelId={panelId}
        value={open}
        onChange={show}
        options={names.map((name) => ({ value: name, label: name }))}
      />
      <div id={panelId} role="tabpanel" aria-label={open} className={styles.grid}>
        {groups[open]?.map((vehicle) => {
          const isChosen = vehicle.id === chosen?.id;
          return (
            <VehicleCard
              key={vehicle.id}
              vehicle={vehicle}
              isChosen={isChosen}
              onToggle={() => onChoose(isChosen ? undefined : vehicle)}
              ref={vehicle.id === asked?.id ? askedCard : undefined}
            />
          );
        })}
      </div>
      <p className={styles.credit}>
        {messages.figuresFrom}{' '}
        <a href={OPEN_EV_DATA} target="_blank" rel="noreferrer">
          {messages.openEvData}
        </a>
      </p>
    </>
  );
}

function Loading() {
  return (
    <div aria-busy>
      <div className={styles.tabsLoading}>
        {[120, 190, 170].map((width) => (
          <Skeleton key={width} width={width} height={48} />
        ))}
      </div>
      <div className={styles.grid}>
        {Array.from({ length: 6 }, (_, index) => (
          <VehicleCardSkeleton key={index} />
        ))}
      </div>
    </div>
  );
}
