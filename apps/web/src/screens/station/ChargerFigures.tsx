import type { ReactNode } from 'react';
import type { Charger } from '@bijli/contract/stations';
import { ago } from '@bijli/ui/format/ago';
import { useNow } from '#device/ticking.ts';
import { useMessages } from '#messages/messages.ts';
import styles from './StationBody.module.css';

/** What a charger's sessions of late tell of it, each where enough of them do. */
export function ChargerFigures({ charger }: { charger: Charger }) {
  const { station: messages } = useMessages();
  const { usual_power: power, last_charge: last, reliable_percent: reliable, connectors } = charger;
  if (power === undefined && last === undefined && reliable === undefined) return null;
  const isCharging = connectors.some(({ status }) => status === 'charging');
  return (
    <dl className={`num ${styles.figures}`}>
      <Figure term={messages.usuallyGives}>{power !== undefined && messages.kilowatts(power)}</Figure>
      <Figure term={messages.lastCharge}>
        {last !== undefined && (isCharging ? messages.now : <Ago at={last} />)}
      </Figure>
      <Figure term={messages.reliable}>{reliable !== undefined && messages.percent(reliable)}</Figure>
    </dl>
  );
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
