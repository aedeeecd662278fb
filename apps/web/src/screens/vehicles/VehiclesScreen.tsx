import { CarFront } from 'lucide-react';
import { type Ref, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { CatalogueVehicle } from '@bijli/contract/vehicles';
import { Button } from '@bijli/ui/Button';
import { Field } from '@bijli/ui/Field';
import { Empty } from '@bijli/ui/Notice';
import { Skeleton } from '@bijli/ui/Skeleton';
import { Tabs } from '@bijli/ui/Tabs';
import { useCatalogue, useOwnVehicles } from '#api/vehicles.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/answers/FailedToLoad.tsx';
import type { VehiclesNavigation } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { useStepBack } from '#shell/NavBar.tsx';
import { OwnVehicles } from './OwnVehicles.tsx';
import { RegistrationSheet } from './RegistrationSheet.tsx';
import { VehicleCard, VehicleCardSkeleton } from './VehicleCard.tsx';
import styles from './VehiclesScreen.module.css';

/** The source of the vehicles' figures. Its licence requires that we name it beside them. */
const OPEN_EV_DATA = 'https://github.com/KilowattApp/open-ev-data';

/**
 * The driver's own vehicles, and the catalogue by make. A driver who came from a station or the map is led back after
 * adding one.
 */
export default function VehiclesScreen() {
  const { vehicles: messages } = useMessages();
  const { data: groups, isError, refetch } = useCatalogue();
  const { data: ownVehicles = [], isPending: isOwnComing } = useOwnVehicles();
  const stepBack = useStepBack();
  const opening = useLocation().state as VehiclesNavigation | null;
  const [chosen, setChosen] = useState<CatalogueVehicle>();
  /** The vehicle to register. It stays set until the closing animation of its sheet has ended. */
  const [registering, setRegistering] = useState<CatalogueVehicle>();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const own = useRef<HTMLHeadingElement>(null);
  const catalogue = useRef<HTMLHeadingElement>(null);
  const hasFailed = isError && !groups;
  const isBrought = opening?.fromScreen !== undefined;
  /**
   * Ids of the driver's vehicles before they added one without known connector types. The new one is then asked for its
   * facts.
   */
  const [before, setBefore] = useState<ReadonlySet<string>>();
  const added = before && ownVehicles.find(({ id }) => !before.has(id));
  const tell = opening?.tell ?? added?.id;

  const ask = () => {
    setRegistering(chosen);
    setSheetOpen(true);
  };
  const finish = () => {
    setSheetOpen(false);
    setChosen(undefined);
    if (registering?.connector_types?.length) {
      if (isBrought) stepBack();
    } else setBefore(new Set(ownVehicles.map(({ id }) => id)));
  };

  return (
    <Frame
      title={messages.title}
      isCentred={hasFailed}
      dock={
        <Button look="primary" isBlock disabled={!chosen} onClick={ask}>
          {messages.add}
        </Button>
      }
    >
      {hasFailed ? (
        <FailedToLoad title={messages.failedTitle} onRetry={refetch} />
      ) : groups && !isOwnComing ? (
        <>
          {(!isBrought || before) && (
            <OwnVehicles
              key={tell}
              heading={own}
              vehicles={ownVehicles}
              afterLast={catalogue}
              tell={tell}
              onAnswered={() => (isBrought || opening?.tell !== undefined) && stepBack()}
            />
          )}
          <Groups
            // What was searched for is forgotten once it is added.
            key={ownVehicles.length}
            heading={catalogue}
            groups={groups}
            chosen={chosen}
            onChoose={setChosen}
          />
        </>
      ) : (
        <Loading />
      )}
      {registering && (
        <RegistrationSheet
          // Another vehicle has another number.
          key={registering.id}
          vehicle={registering}
          open={isSheetOpen}
          onClose={() => setSheetOpen(false)}
          onAdded={finish}
          isFirst={ownVehicles.length === 0}
          // The new vehicle appears at the top of the page.
          finalFocus={chosen ? undefined : own}
        />
      )}
    </Frame>
  );
}

interface GroupsProps {
  heading: Ref<HTMLHeadingElement>;
  groups: Record<string, CatalogueVehicle[]>;
  chosen: CatalogueVehicle | undefined;
  onChoose: (vehicle: CatalogueVehicle | undefined) => void;
}

function Groups({ heading, groups, chosen, onChoose }: GroupsProps) {
  const { vehicles: messages } = useMessages();
  const names = Object.keys(groups);
  const [open, setOpen] = useState(names[0] ?? '');
  const [searchText, setSearchText] = useState('');
  const panelId = useId();
  const isSearching = searchText.trim() !== '';
  const vehicles = isSearching ? vehiclesLike(searchText, groups) : groups[open];
  if (names.length === 0) return <Empty icon={CarFront} title={messages.emptyTitle} />;

  // A chosen vehicle must be visible, so another tab or search clears the choice.
  const show = (name: string) => {
    setOpen(name);
    onChoose(undefined);
  };
  const search = (text: string) => {
    setSearchText(text);
    onChoose(undefined);
  };

  return (
    <section aria-labelledby={`${panelId}-add`}>
      <h2 ref={heading} id={`${panelId}-add`} tabIndex={-1} className={styles.heading}>
        {messages.addOne}
      </h2>
      <div className={styles.search}>
        <Field
          type="search"
          label={messages.find}
          isLabelHidden
          placeholder={messages.find}
          autoComplete="off"
          value={searchText}
          onChange={(event) => search(event.target.value)}
        />
      </div>
      <p className={styles.hint}>{messages.tellApart}</p>
      {!isSearching && (
        <Tabs
          look="chips"
          label={messages.brands}
          panelId={panelId}
          value={open}
          onChange={show}
          options={names.map((name) => ({ value: name, label: messages.group(name) }))}
        />
      )}
      <div
        id={panelId}
        role="tabpanel"
        aria-label={isSearching ? messages.found : messages.group(open)}
        className={styles.grid}
      >
        {vehicles?.length === 0 && <p role="status">{messages.noneFound}</p>}
        {vehicles?.map((vehicle) => {
          const isChosen = vehicle.id === chosen?.id;
          return (
            <VehicleCard
              key={vehicle.id}
              vehicle={vehicle}
              isChosen={isChosen}
              onToggle={() => onChoose(isChosen ? undefined : vehicle)}
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
    </section>
  );
}

/** Vehicles whose name has every word of a text. */
function vehiclesLike(text: string, groups: Record<string, CatalogueVehicle[]>): CatalogueVehicle[] {
  const words = text.trim().toLowerCase().split(/\s+/);
  return Object.values(groups)
    .flat()
    .filter(({ name, brand = '' }) => words.every((word) => `${brand} ${name}`.toLowerCase().includes(word)));
}

function Loading() {
  return (
    <div aria-busy>
      <Skeleton width={160} height={28} />
      <Skeleton width="100%" height={56} top={12} />
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
