import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { Log } from '#kernel/log.ts';

export type Labels = Readonly<Record<string, string>>;

/** The value of a gauge, with these labels. */
export interface Figure {
  value: number;
  labels?: Labels;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Figures of this node for a monitoring system. Each name says its unit; labels take few values, and none that a stranger chooses. */
export function createMetrics({ log }: { log: Pick<Log, 'warn'> }) {
  // It collects; our own server answers.
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const meter = new MeterProvider({ readers: [exporter] }).getMeter('bijli');
  const serializer = new PrometheusSerializer();

  return {
    /** What is counted from the start of this node on. */
    counter(name: string, description: string): (labels?: Labels) => void {
      const counter = meter.createCounter(name, { description });
      return (labels) => counter.add(1, labels);
    },

    /** How long something takes; `bounds` part its buckets. */
    seconds(name: string, description: string, bounds: number[]): (seconds: number, labels?: Labels) => void {
      const histogram = meter.createHistogram(name, { description, advice: { explicitBucketBoundaries: bounds } });
      return (seconds, labels) => histogram.record(seconds, labels);
    },

    /** What is read when somebody asks: one reading for all of these names. Where it fails, they are missing from that answer. */
    gauges<Name extends string>(
      descriptions: Readonly<Record<Name, string>>,
      read: () => Promise<Partial<Record<Name, readonly Figure[]>>> | Partial<Record<Name, readonly Figure[]>>,
    ): void {
      const gauges = new Map(
        (Object.entries(descriptions) as [Name, string][]).map(([name, description]) => [
          name,
          meter.createObservableGauge(name, { description }),
        ]),
      );
      meter.addBatchObservableCallback(
        async (result) => {
          const figures = await read();
          for (const [name, gauge] of gauges)
            for (const { value, labels } of figures[name] ?? []) result.observe(gauge, value, labels);
        },
        [...gauges.values()],
      );
    },

    /** All of them, in the text format of Prometheus. */
    async read(): Promise<string> {
      const { resourceMetrics, errors } = await exporter.collect();
      for (const error of errors)
        log.warn({ event: 'metrics.not_read', error }, 'some metrics could not be read; the others are served');
      return serializer.serialize(resourceMetrics);
    },
  };
}
