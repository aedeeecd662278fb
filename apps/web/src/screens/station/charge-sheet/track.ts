import type { ChargeMode, Slider } from '@bijli/contract/charge-choice';

/** Ends of the near part of the scale of time, in minutes. Each half of it is a whole step. */
const NEAR_ENDS = [30, 60, 120, 240];
/** The share of the track that the near part takes. */
const NEAR_SHARE = 2 / 3;

/** How the values of a slider lie on its track, which is as long as its scale. */
interface Track {
  onTrack: (value: number) => number;
  ofTrack: (position: number) => number;
  /** Where values stand below the track, as shares of it. */
  tickShares: readonly number[];
}

/**
 * The scale of time goes to 12 hours, and a car is often full after one. The part that can be chosen then gets most of
 * the track, so that the thumb has room, and the rest up to 12 hours is drawn narrower. Other scales are even.
 */
export function trackOf(mode: ChargeMode, { end, max }: Pick<Slider, 'end' | 'max'>): Track {
  const near = mode === 'time' && max > 0 ? NEAR_ENDS.find((each) => each >= max) : undefined;
  if (near === undefined) {
    const same = (value: number) => value;
    return { onTrack: same, ofTrack: same, tickShares: mode === 'amount' ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1] };
  }
  const knee = NEAR_SHARE * end;
  return {
    onTrack: (value) => (value <= near ? (value / near) * knee : knee + ((value - near) / (end - near)) * (end - knee)),
    ofTrack: (position) =>
      position <= knee ? (position / knee) * near : near + ((position - knee) / (end - knee)) * (end - near),
    tickShares: [0, NEAR_SHARE / 2, NEAR_SHARE, 1],
  };
}
