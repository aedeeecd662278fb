import type { ReactNode } from 'react';
import type { Charger } from '@bijli/contract/chargers';
import { ago } from '@bijli/ui/format/ago';
import { useNow } from '#device/use-now.ts';
import { useMessages, type Messages } from '#messages/messages.ts';
import styles from './ChargerFigures.module.css';

/**
 * What the charger has delivered and how reliable it was in the last thirty days. A figure that is not known is left
 * out.
 */
export function ChargerFigures({ charger }: { charger: Charger }) {
  const { station: messages } = useMessages();
  const { usual_power: power, last_charge: last, connectors, power_output: promised } = charger;
  const reliable = charger.works_percent ?? charger.reliable_percent;
  const record = recordOf(charger, messages);
  if (power === undefined && last === undefined && reliable === undefined && record === '') return null;
  const isCharging = connectors.some(({ status }) => status === 'charging');
  return (
    <div className={`num ${styles.figures}`}>
      <dl>
        <Figure term={messages.usuallyGives}>{power !== undefined && messages.usualPower(power, promised)}</Figure>
        <Figure term={messages.lastCharge}>
          {last !== undefined && (isCharging ? messages.now : <Ago at={last} />)}
        </Figure>
        <Figure term={messages.reliable}>{reliable !== undefined && messages.percent(reliable)}</Figure>
      </dl>
      {record !== '' && <p>{record}</p>}
    </div>
  );
}

/** Uptime, starts and charges that went through, in a driver's words. */
function recordOf(charger: Charger, messages: Messages['station']): string {
  const { uptime_percent: uptime, start_percent: starts, kept_percent: kept } = charger;
  return [
    uptime !== undefined && messages.inOrder(uptime),
    starts !== undefined && messages.startsOf(starts),
    kept !== undefined && messages.keptOf(kept),
  ]
    .filter((text) => text !== false)
    .join(' · ');
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  if (children === false) return null;
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Ago({ at }: { at: string }) {
  const { time } = useMessages();
  return ago((useNow() - Date.parse(at)) / 1000, time);
}
