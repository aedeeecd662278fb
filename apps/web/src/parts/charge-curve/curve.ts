import { scaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import type { ChargingSample } from '@bijli/contract/charging';
import { MINUTE_MS } from '#device/durations.ts';

/** Width in the drawing's own units. The drawing is stretched to the available space. */
export const WIDTH = 1000;
export const HEIGHT = 100;

export interface DrawnCurve {
  /** Path data. Undefined when no value is known. */
  power: string | undefined;
  powerEdge: string | undefined;
  battery: string | undefined;
  /** kW at the top of the drawing. */
  topKw: number;
}

/** The power scale ends above the highest value, and not so low that an idle charger draws only noise. */
const MIN_TOP_KW = 1;

/** Draws power as an area from zero and the battery as a line from 0 to 100 percent, over the time of the samples. */
export function drawCurve(samples: ChargingSample[]): DrawnCurve {
  const times = samples.map(({ at }) => Date.parse(at));
  const x = scaleLinear([times[0] ?? 0, times.at(-1) ?? 1], [0, WIDTH]);
  const maxKw = Math.max(MIN_TOP_KW, ...samples.map(({ power_output: kw }) => kw ?? 0));
  const power = scaleLinear([0, maxKw], [HEIGHT, 0]).nice(4);
  const battery = scaleLinear([0, 100], [HEIGHT, 0]);
  const timeX = (_: ChargingSample, index: number) => x(times[index] ?? 0);
  const hasPower = ({ power_output: kw }: ChargingSample) => kw !== null;
  const hasBattery = ({ soc }: ChargingSample) => soc !== null;

  const powerArea = area<ChargingSample>(timeX, power(0), ({ power_output: kw }) => power(kw ?? 0))
    .defined(hasPower)
    .curve(curveMonotoneX);
  const batteryLine = line<ChargingSample>(timeX, ({ soc }) => battery(soc ?? 0))
    .defined(hasBattery)
    .curve(curveMonotoneX);
  return {
    power: samples.some(hasPower) ? (powerArea(samples) ?? undefined) : undefined,
    powerEdge: samples.some(hasPower) ? (powerArea.lineY1()(samples) ?? undefined) : undefined,
    battery: samples.some(hasBattery) ? (batteryLine(samples) ?? undefined) : undefined,
    topKw: power.domain()[1] ?? maxKw,
  };
}

export interface CurveSummary {
  /** kW. Undefined when the charger tells none. */
  power: { max: number; last: number } | undefined;
  /** Percent. Undefined when the car tells none. */
  battery: { from: number; to: number } | undefined;
  minutes: number;
}

/** The curve in figures, for those who do not see the drawing. */
export function summariseCurve(samples: ChargingSample[]): CurveSummary {
  const powers = samples.flatMap(({ power_output: kw }) => kw ?? []);
  const levels = samples.flatMap(({ soc }) => soc ?? []);
  const [start, end] = [samples[0], samples.at(-1)];
  const [from, to] = [levels[0], levels.at(-1)];
  return {
    power: powers.length > 0 ? { max: Math.max(...powers), last: powers.at(-1) ?? 0 } : undefined,
    battery: from !== undefined && to !== undefined ? { from, to } : undefined,
    minutes: start && end ? (Date.parse(end.at) - Date.parse(start.at)) / MINUTE_MS : 0,
  };
}
