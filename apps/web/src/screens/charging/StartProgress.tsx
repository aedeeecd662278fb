import { Check, Zap } from 'lucide-react';
import type { OngoingTransaction } from '@bijli/contract/charging';
import type { ChargeStage, StatusNotification } from '@bijli/contract/realtime';
import { Button, LinkButton } from '@bijli/ui/Button';
import { cx } from '@bijli/ui/cx';
import { formatRupees } from '@bijli/ui/format/money';
import { Spinner } from '@bijli/ui/Spinner';
import { SpinnerRing } from '@bijli/ui/SpinnerRing';
import { useCancelStart } from '#api/charging.ts';
import { useChoiceOf } from '#device/last-choice.ts';
import { useMessages, type Messages } from '#messages/messages.ts';
import { paths } from '#paths.ts';
import { useFocusOnArrival } from '#shell/use-focus-on-arrival.ts';
import { chosenInWords } from './chosen-in-words.ts';
import styles from './StartProgress.module.css';

interface StartProgressProps {
  /** Undefined until the server has answered. */
  charge: OngoingTransaction | undefined;
  status: StatusNotification | undefined;
}

/** Covers the screen until the first live figures arrive. */
export function StartProgress({ charge, status }: StartProgressProps) {
  const { charging: messages, pageTitle } = useMessages();
  const page = useFocusOnArrival();
  const connectorStatus = statusOf(status);
  const title = messages.waitFor(
    connectorStatus === undefined ? messages.initiating : (messages.statusNames[connectorStatus] ?? connectorStatus),
  );
  return (
    <main ref={page} tabIndex={-1} aria-label={messages.waitFor(messages.initiating)} className={styles.overlay}>
      <title>{pageTitle(messages.waitFor(messages.initiating))}</title>
      <div className={styles.column}>
        <SpinnerRing icon={Zap} />
        <h1 className={styles.title}>
          <span role="status">
            {/* A new status becomes a new element, so that it does not slide to another line. */}
            <span key={title}>{title}</span>
          </span>
        </h1>
        {charge && <Where charge={charge} />}
        {charge && status?.stage && <Steps charge={charge} stage={status.stage} />}
        <div className={styles.foot}>
          {status?.note && (
            <p role="status" className={styles.note}>
              {status.note}
            </p>
          )}
          {/* Its space is kept, so that nothing moves when it appears. */}
          <div className={styles.cancel}>
            {charge && status?.stage && CAN_BE_CANCELLED.has(status.stage) && <Cancel bookingId={charge.booking_id} />}
          </div>
          <LinkButton look="line" isBlock to={paths.map}>
            {messages.backToMap}
          </LinkButton>
        </div>
      </div>
    </main>
  );
}

const CAN_BE_CANCELLED = new Set<ChargeStage>(['asking', 'plug-in', 'starting']);

/** Cancels the start. The money on hold is free again at once. */
function Cancel({ bookingId }: { bookingId: string }) {
  const { charging: messages } = useMessages();
  const cancelling = useCancelStart();
  return (
    <Button
      look="text"
      isBlock
      // Busy until the result is known.
      isBusy={cancelling.isPending || cancelling.isSuccess}
      onClick={() => cancelling.mutate({ body: { transaction_id: bookingId } })}
    >
      {messages.cancelStart}
    </Button>
  );
}

/** The connector's status, when it says something about this charge. Available does not. */
function statusOf(status: StatusNotification | undefined): string | undefined {
  return status && status.status !== '' && status.status !== 'Available' ? status.status : undefined;
}

function Where({ charge }: { charge: OngoingTransaction }) {
  const all = useMessages();
  const { charging: messages, chargerName } = all;
  const { charger_name = '', connector_type = '', units_bought, target_soc: target } = charge;
  const chosen = chosenInWords(useChoiceOf(charge.booking_id), all);
  // The units of a charge to a percentage are only the most that it may take.
  const plan =
    target === undefined
      ? [chosen, units_bought && messages.unitsBought(units_bought)]
      : [messages.stopsAt(messages.percent(target))];
  return (
    <p className={`num ${styles.where}`}>
      {charge.property_name}
      <br />
      {messages.where(chargerName(charger_name), charge.oem_connector_number, connector_type)}
      <br />
      {plan.filter(Boolean).join(' · ')}
    </p>
  );
}

const ORDER: ChargeStage[] = ['asking', 'plug-in', 'starting', 'charging'];

/** Finished, present and future steps. A step is finished only when the server has proof of it. */
function Steps({ charge, stage }: { charge: OngoingTransaction; stage: ChargeStage }) {
  const { charging: messages } = useMessages();
  const current = ORDER.indexOf(stage);
  return (
    <ol className={styles.steps}>
      {charge.held !== undefined && (
        <Step
          state="done"
          title={messages.stages.held(formatRupees(charge.held))}
          hint={messages.stages.heldHint}
          isHintKept
        />
      )}
      {stepsOf(messages.stages).map(({ title, done, hint }, index) => {
        const state = index < current ? 'done' : index === current ? 'now' : 'todo';
        return <Step key={title} state={state} title={state === 'done' ? done : title} hint={hint} />;
      })}
    </ol>
  );
}

function stepsOf(messages: Messages['charging']['stages']) {
  return [
    { title: messages.asking, done: messages.answered, hint: undefined },
    { title: messages.plugIn, done: messages.pluggedIn, hint: messages.plugInHint },
    { title: messages.starting, done: messages.starting, hint: messages.startingHint },
  ];
}

interface StepProps {
  state: 'done' | 'now' | 'todo';
  title: string;
  /** Shown while the step is in progress. Its space is always kept, so that the steps below do not move. */
  hint: string | undefined;
  isHintKept?: boolean;
}

function Step({ state, title, hint, isHintKept = false }: StepProps) {
  return (
    <li className={cx(styles.step, styles[state])} aria-current={state === 'now' ? 'step' : undefined}>
      <span className={styles.mark} aria-hidden>
        {state === 'done' && <Check size={16} strokeWidth={2.5} />}
        {state === 'now' && <Spinner />}
      </span>
      <span className="num">
        <b>{title}</b>
        {hint !== undefined && <small aria-hidden={(state !== 'now' && !isHintKept) || undefined}>{hint}</small>}
      </span>
    </li>
  );
}
