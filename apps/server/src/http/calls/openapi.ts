import * as z from 'zod/mini';
import { api } from '@bijli/contract/api';
import { refusal, type Endpoint } from '@bijli/contract/endpoint';
import type { OperatorEndpoint } from '@bijli/contract/operator';
import { operatorApi } from '@bijli/contract/operator-api';

type Json = Record<string, unknown>;
type Described = Endpoint | OperatorEndpoint;

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(brand: string, publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries<Described>({ ...api, ...operatorApi })) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brand} API`, version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: {
        driver: { type: 'http', scheme: 'bearer' },
        staff: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The token of a staff sign-in, or an API token; a driver’s opens nothing here, nor the other way round',
        },
      },
    },
    paths,
  };
}

function operationOf(operationId: string, endpoint: Described): Json {
  const scheme = schemeOf(endpoint);
  const { params, query, body, reply, event } = endpoint;
  const refusalStatus = endpoint.refusals === 'in-body' ? undefined : '4XX';
  return {
    operationId,
    tags: [endpoint.area],
    summary: endpoint.summary,
    ...(endpoint.caller === 'staff' && { 'x-permission': endpoint.permission }),
    ...(scheme && { security: [{ [scheme]: [] }] }),
    parameters: [...parametersOf('path', params), ...parametersOf('query', query)],
    ...(body && { requestBody: { required: true, content: jsonOf(z.toJSONSchema(body, { io: 'input' })) } }),
    responses: {
      200: {
        description: refusalStatus ? 'Done' : 'Done, or refused with success false',
        content: contentOf(refusalStatus ? reply : z.union([reply, refusal]), event),
      },
      ...(refusalStatus && { [refusalStatus]: { description: 'Refused', content: jsonOf(z.toJSONSchema(refusal)) } }),
      429: {
        description: `Too many requests of the class \`${endpoint.limit}\` from this address; Retry-After tells when to come back`,
        content: jsonOf(z.toJSONSchema(refusal)),
      },
      ...(scheme && {
        401: { description: 'No token, or a dead one', content: jsonOf(z.toJSONSchema(refusal)) },
      }),
    },
  };
}

/** The kind of token that a call needs. Undefined if it needs none. */
function schemeOf(endpoint: Described): 'driver' | 'staff' | undefined {
  if (endpoint.caller === 'staff') return endpoint.permission === 'none' ? undefined : 'staff';
  return endpoint.caller === 'driver' ? 'driver' : undefined;
}

function parametersOf(place: 'path' | 'query', schema: z.ZodMiniObject | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

/** A file has its own media type. So has a stream, whose events are described. */
function contentOf(reply: z.ZodMiniType, event: z.ZodMiniType | undefined): Json {
  const schema = z.toJSONSchema(reply);
  if (schema.contentMediaType === undefined) return jsonOf(schema);
  return { [schema.contentMediaType]: event ? { schema: z.toJSONSchema(event) } : {} };
}

function jsonOf(schema: unknown): Json {
  return { 'application/json': { schema } };
}
