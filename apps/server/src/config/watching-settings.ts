import { optionalText, parsed, text, whole, aboutSettings } from './setting.ts';

/** What is told of the server while it runs. */
export const watching = {
  LOG_LEVEL: text({
    what: 'How much is logged, as JSON lines on standard error',
    default: { demo: 'warn', production: 'info' },
  }),
  METRICS_TOKEN: optionalText({
    what: 'Opens `/metrics` (the text format of Prometheus) to whoever brings it as a bearer token; production has no `/metrics` without it',
    defaultText: 'demo: open to all',
  }),
  REQUEST_LOG_PERCENT: whole(
    { min: 0, max: 100 },
    {
      what: 'How many of a hundred requests have a line in the log (`http.answered`, at `LOG_LEVEL=info`): method, route, status, duration and ids, no address, query or body. Those that fail with 500 or more, or take longer than 2 seconds, always have one, once a minute for each route. `http.unanswered`: the caller hung up first',
      default: '1',
    },
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText({
    what: 'Where OpenTelemetry traces go (OTLP over HTTP), such as `http://127.0.0.1:4318`: from the driver’s tap to the charger and back. A collector that wants headers gets those of `OTEL_EXPORTER_OTLP_HEADERS`',
    defaultText: 'no traces, and nothing of them is loaded',
  }),
  OTEL_TRACES_SAMPLER_ARG: parsed(readShare).register(aboutSettings, {
    type: 'number from 0 to 1',
    default: '1',
    what: 'The part of all traces that is kept',
  }),
};

function readShare(written: string, problem: (text: string) => void): number {
  const share = Number(written);
  if (!(share >= 0 && share <= 1)) problem('must be a number from 0 to 1');
  return share;
}
