import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { atEnd } from './at-end.ts';

type Attributes = { key: string; value: { stringValue?: string; intValue?: number | string } }[];

/** The part of a span in OTLP's JSON that tests use. */
interface SpanText {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes?: Attributes;
  status?: { code?: number };
}

interface ExportText {
  resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: SpanText[] }[] }[];
}

export interface ReceivedSpan extends Omit<SpanText, 'attributes'> {
  facts: Record<string, string | number | undefined>;
  /** The node that recorded the span. */
  nodeId: string | number | undefined;
}

/** Starts a stand-in for a collector of traces. It receives OTLP over HTTP as JSON and keeps the spans. */
export async function otlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const server = createServer((request, response) => {
    json(request).then(
      (body) => {
        if (request.url === '/v1/traces') spans.push(...spansOf(body as ExportText));
        response
          .writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' })
          .end('{"partialSuccess":{}}');
      },
      () => response.writeHead(400).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans };
}

function spansOf({ resourceSpans }: ExportText): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const nodeId = factsOf(resource.attributes)['service.instance.id'];
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes = [], ...span }) => ({ ...span, nodeId, facts: factsOf(attributes) })),
    );
  });
}

function factsOf(attributes: Attributes): ReceivedSpan['facts'] {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
}
