import { context, SpanKind, SpanStatusCode, trace, type Attributes, type Context } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import { SECOND_MS } from '#kernel/durations.ts';
import { isRefusal } from '#kernel/refusal.ts';
import type { SampledLog } from '#kernel/sampled-log.ts';
import { traceWith, type StepOptions } from '#kernel/trace.ts';

export interface TracingOptions {
  /** The address of an OTLP receiver over HTTP. Traces go to `/v1/traces` below it. */
  endpoint: string;
  /** The share of traces that is kept, from 0 to 1. */
  share: number;
  /** The node that this process is. */
  nodeId: string;
  version: string;
  logSampled: SampledLog;
}

const KINDS = { asked: SpanKind.SERVER, asks: SpanKind.CLIENT };
/**
 * The header `traceparent` of W3C Trace Context: version, trace id, span id, and flags that say whether the trace is
 * kept.
 */
const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Records traces and sends them to an OTLP address until `close`. This file is imported only if an address is set. */
export function openTracing({ endpoint, share, nodeId, version, logSampled }: TracingOptions) {
  const exporter = telling(new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }), logSampled);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'bijli',
      'service.version': version,
      'service.instance.id': nodeId,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 2 * SECOND_MS })],
  });
  const spans = provider.getTracer('bijli');

  traceWith({
    begin(name, { kind, facts, under }) {
      const attributes = { ...facts };
      const options = { kind: kind ? KINDS[kind] : SpanKind.INTERNAL, attributes };
      const span = spans.startSpan(name, options, contextOf(under));
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        name: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        ids: { traceId, spanId },
        end({ error, facts: ending = {} } = {}) {
          span.setAttributes(ending);
          if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR }).setAttributes(reasonOf(error));
          span.end();
        },
      };
    },
  });

  return {
    /** Sends what is not yet sent. */
    flush: (): Promise<void> => provider.forceFlush(),

    async close(): Promise<void> {
      traceWith(undefined);
      await provider.shutdown();
    },
  };
}

/** Returns the context of the parent span. A parent that is not one of our spans begins a new trace. */
function contextOf(under: StepOptions['under']): Context {
  const [, traceId, spanId, flags] = TRACE_PARENT.exec(under ?? '') ?? [];
  if (!traceId || !spanId || !flags) return context.active();
  return trace.setSpanContext(context.active(), {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

/** Returns only the kind of an error, because its message may name a driver. */
function reasonOf(error: unknown): Attributes {
  if (isRefusal(error)) return { 'error.type': error.code };
  return { 'error.type': error instanceof Error ? error.name : 'unknown' };
}

/** Logs what cannot be sent, because the library drops it silently. */
function telling(exporter: OTLPTraceExporter, logSampled: SampledLog): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error)
          logSampled('warn', {
            event: 'trace.not_sent',
            message: 'traces could not be sent and were dropped',
            facts: { spanCount: spans.length, reason: result.error.message },
          });
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}
