import { optionalText, parsed, text, whole, aboutSettings } from './setting.ts';

/** Logs, metrics and traces, in the order of docs/settings.md. */
export const monitoringSettings = {
  LOG_LEVEL: text({
    what: 'The lowest level that is logged. Log lines are JSON on standard error',
    default: { demo: 'warn', production: 'info' },
  }),
  METRICS_TOKEN: optionalText({
    what: 'The bearer token for `/metrics` (Prometheus text format). Without it production has no `/metrics`',
    defaultText: 'demo: open to all',
  }),
  REQUEST_LOG_PERCENT: whole(
    { min: 0, max: 100 },
    {
      what: 'How many of a hundred requests are logged (`http.answered`, at `LOG_LEVEL=info`), with method, route, status, duration and ids, but no address, query or body. Requests that fail with 500 or more, or take longer than 2 seconds, are always logged, once a minute for each route. `http.unanswered`: the caller hung up first',
      default: '1',
    },
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText({
    what: 'Where OpenTelemetry traces are sent (OTLP over HTTP), such as `http://127.0.0.1:4318`. A trace covers a charge from the driver’s tap to the charger and back. `OTEL_EXPORTER_OTLP_HEADERS` adds headers for the collector',
    defaultText: 'no traces, and their library is not loaded',
  }),
  OTEL_TRACES_SAMPLER_ARG: parsed(parseShare).register(aboutSettings, {
    type: 'number from 0 to 1',
    default: '1',
    what: 'The share of traces that is kept',
  }),
};

function parseShare(written: string, problem: (text: string) => void): number {
  const share = Number(written);
  if (!(share >= 0 && share <= 1)) problem('must be a number from 0 to 1');
  return share;
}
