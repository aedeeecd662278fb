import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { Log } from '#kernel/log.ts';

export type Labels = Readonly<Record<string, string>>;

/** One value of a gauge, with its labels. */
export interface GaugeValue {
  value: number;
  labels?: Labels;
}

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * The metrics of this node for a monitoring system. Each name has its unit. A label has few values, and clients cannot
 * choose them.
 */
export function createMetrics({ log }: { log: Pick<Log, 'warn'> }) {
  // The exporter only collects. Our own server serves the metrics.
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const meter = new MeterProvider({ readers: [exporter] }).getMeter('bijli');
  const serializer = new PrometheusSerializer();

  return {
    /** Counts from the start of this node on. */
    counter(name: string, description: string): (labels?: Labels) => void {
      const counter = meter.createCounter(name, { description });
      return (labels) => counter.add(1, labels);
    },

    /** Measures how long something takes. `bounds` are the limits of the histogram's buckets. */
    seconds(name: string, description: string, bounds: number[]): (seconds: number, labels?: Labels) => void {
      const histogram = meter.createHistogram(name, { description, advice: { explicitBucketBoundaries: bounds } });
      return (seconds, labels) => histogram.record(seconds, labels);
    },

    /**
     * Registers values that are read on request: one call of the reader fills all these names. If it fails, the answer
     * leaves them out.
     */
    gauges<Name extends string>(
      descriptions: Readonly<Record<Name, string>>,
      read: () => Promise<Partial<Record<Name, readonly GaugeValue[]>>> | Partial<Record<Name, readonly GaugeValue[]>>,
    ): void {
      const gauges = new Map(
        (Object.entries(descriptions) as [Name, string][]).map(([name, description]) => [
          name,
          meter.createObservableGauge(name, { description }),
        ]),
      );
      meter.addBatchObservableCallback(
        async (result) => {
          const values = await read();
          for (const [name, gauge] of gauges)
            for (const { value, labels } of values[name] ?? []) result.observe(gauge, value, labels);
        },
        [...gauges.values()],
      );
    },

    /** Returns all metrics in the text format of Prometheus. */
    async read(): Promise<string> {
      const { resourceMetrics, errors } = await exporter.collect();
      for (const error of errors)
        log.warn({ event: 'metrics.not_read', error }, 'some metrics could not be read; the others are served');
      return serializer.serialize(resourceMetrics);
    },
  };
}
