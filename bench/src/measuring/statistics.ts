/** The value that this share of the values is below. `sorted` is ascending. */
function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export interface Latency {
  p50Ms: number;
  p99Ms: number;
}

export function latencyOf(milliseconds: number[]): Latency {
  const sorted = Float64Array.from(milliseconds).toSorted();
  return { p50Ms: round(quantile(sorted, 0.5), 3), p99Ms: round(quantile(sorted, 0.99), 3) };
}

/** Minimum, median and maximum of the rounds. On a shared machine the median counts. */
export interface Spread {
  min: number;
  median: number;
  max: number;
}

export function spread(values: number[], digits: number): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const [min = Number.NaN, max = Number.NaN] = [sorted[0], sorted.at(-1)];
  return { min: round(min, digits), median: round(quantile(sorted, 0.5), digits), max: round(max, digits) };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
