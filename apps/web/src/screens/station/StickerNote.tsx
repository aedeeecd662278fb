import { CarFront, type LucideIcon, ScanLine, WifiOff } from 'lucide-react';
import { cx } from '@bijli/ui/cx';
import { useMessages } from '#messages/messages.ts';
import { useDurationUntil } from '#parts/durations/use-duration-until.ts';
import { type StickerState, stickerState, type Scanned } from './on-sticker.ts';
import styles from './StickerNote.module.css';

const PICTURES: Record<StickerState, LucideIcon> = {
  free: ScanLine,
  plugged: ScanLine,
  unfit: ScanLine,
  taken: CarFront,
  out: WifiOff,
};

interface StickerNoteProps {
  scanned: Scanned;
  /** Connector types that fit the driver's vehicle. Empty when they are not known. */
  types: readonly string[];
  hasVehicle: boolean;
}

/** Tells a driver who has scanned a sticker at which charger they are, and what to do next. */
export function StickerNote({ scanned, types, hasVehicle }: StickerNoteProps) {
  const {
    station: { sticker: messages, ...station },
    chargerName,
  } = useMessages();
  const { charger, chosen } = scanned;
  const state = stickerState(scanned, types);
  const duration = useDurationUntil(chosen?.connector.free_at);
  const reasons: Partial<Record<string, string>> = station.reasons;
  const inUse =
    duration === undefined ? station.reasons.charging : `${station.reasons.charging}, ${station.freeIn(duration)}`;
  const status = chosen?.connector.status ?? 'charging';
  const reason =
    charger.charger_status === 'online'
      ? status === 'charging'
        ? inUse
        : (reasons[status] ?? '')
      : station.reasons.chargerOffline;
  const words = {
    free: hasVehicle ? messages.free : messages.needsVehicle,
    plugged: hasVehicle ? messages.plugged : messages.needsVehicle,
    unfit: chosen ? messages.unfit(chosen.connector.type) : messages.noneFits,
    taken: messages.notNow(reason),
    out: messages.notNow(reason),
  }[state];
  const Glyph = PICTURES[state];
  return (
    <div className={cx(styles.note, styles[state])} role="status">
      <Glyph size={24} aria-hidden />
      <div className="num">
        <b>{messages.here(chargerName(charger.charger_name), chosen?.connector.oem_connector_number)}</b>
        <span>{words}</span>
      </div>
    </div>
  );
}
