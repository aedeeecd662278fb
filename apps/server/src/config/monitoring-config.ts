import type { WrittenSettings } from './env.ts';
import type { Settings } from './schema.ts';

export interface MonitoringConfig {
  logLevel: string;
  /** The percentage of requests that are logged. */
  requestLogPercent: number;
  /** The bearer token for `/metrics`. In production there is no `/metrics` without it. */
  metricsToken: string | undefined;
  /** Where traces are sent and which share of them is kept. If undefined, there are none. */
  traces: { endpoint: string; share: number } | undefined;
}

export function monitoringConfig(settings: Settings): MonitoringConfig {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  return {
    logLevel: settings.LOG_LEVEL,
    requestLogPercent: settings.REQUEST_LOG_PERCENT,
    metricsToken: settings.METRICS_TOKEN,
    traces: endpoint === undefined ? undefined : { endpoint, share: settings.OTEL_TRACES_SAMPLER_ARG },
  };
}

export function checkTraces({ texts }: WrittenSettings): string[] {
  const endpoint = texts.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint || (URL.canParse(endpoint) && ['http:', 'https:'].includes(new URL(endpoint).protocol))) return [];
  return [`OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://127.0.0.1:4318, not ${endpoint}`];
}
