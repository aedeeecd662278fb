import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { operatorApi } from '@bijli/contract/operator-api';
import { pageOf } from '#db/pagination.ts';
import { askedByStaff, type OperatorHttp } from '#http/calls/operator.ts';
import { FILES_PATH } from '#http/pages/file-path.ts';
import { isRefusal, refusal } from '#kernel/refusal.ts';
import { filesRefusals, refuse } from './files.refusals.ts';
import type { ByteRange, ChargePointFile, Files, Firmware } from './index.ts';
import { safeFileName } from './receive-file.ts';

/** Maximum size of a form before its file begins. */
const MAX_FORM_BYTES = 1_000_000;

/** A form whose parts can be told apart. RFC 2046 allows a boundary 70 characters, and the parser 250. */
const FORM_WITH_BOUNDARY = /;\s*boundary="?[^";]{1,250}"?\s*(;|$)/i;
/** RFC 9110, section 8.3.1: a type and a subtype. */
const HTTP_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;
const RETRY_SECONDS = 60;

interface At {
  Params: { key: string; name?: string };
}

/**
 * Endpoints where charge points download firmware and upload files. Makers upload in different ways: PUT or POST, to
 * the URL or to a name below it, as the body or as a part of a form.
 */
export function chargePointFilesRoutes(app: FastifyInstance, files: Files): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The handler reads the body itself, because it may be larger than memory.
    scope.addContentTypeParser('*', (_request, content, done) => done(null, content));
    // Replaces a Content-Type that is not valid HTTP, such as `file`, which would be refused before it reaches a route.
    scope.addHook('onRequest', (request, _reply, done) => {
      const { 'content-type': type } = request.headers;
      if (type !== undefined && !HTTP_TYPE.test(type)) request.headers['content-type'] = 'application/octet-stream';
      done();
    });
    const receiveUpload = async (request: FastifyRequest<At>, reply: FastifyReply) => {
      const announced = Number(request.headers['content-length'] ?? 0);
      try {
        const upload = await files.expectUpload(request.params.key, announced);
        try {
          const { content, name } = await fileIn(request);
          await upload.receive(name, content);
        } finally {
          upload.leave();
        }
      } catch (error) {
        // The rest of the body is not read.
        reply.header('connection', 'close');
        if (isForLater(error)) reply.header('retry-after', RETRY_SECONDS);
        throw error;
      }
      return reply.code(201).send({ success: true });
    };
    const sendFile = async (request: FastifyRequest<At>, reply: FastifyReply) => {
      let range: ByteRange | undefined;
      const delivery = await files.deliver(request.params.key, (bytes) => {
        const wanted = rangeIn(request.headers, bytes);
        if (wanted !== 'beyond') return (range = wanted);
        // A charge point that has the whole file asks for what follows its end.
        reply.header('content-range', `bytes */${bytes}`);
        return refuse('file_range_beyond');
      });
      const { content, name, bytes } = delivery;
      reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('accept-ranges', 'bytes');
      if (!range) return reply.header('content-length', bytes).send(content);
      return reply
        .code(206)
        .header('content-range', `bytes ${range.from}-${range.to}/${bytes}`)
        .header('content-length', range.to - range.from + 1)
        .send(content);
    };
    for (const url of [`${FILES_PATH}/:key`, `${FILES_PATH}/:key/:name`]) {
      // Sent uncompressed, so that an interrupted download can continue from a byte.
      scope.route<At>({ method: 'GET', url, compress: false, config: { limit: 'file' }, handler: sendFile });
      scope.route<At>({ method: ['PUT', 'POST'], url, config: { limit: 'file' }, handler: receiveUpload });
    }
  });
}

const isForLater = (error: unknown): boolean =>
  isRefusal(error, filesRefusals, 'file_coming') || isRefusal(error, filesRefusals, 'files_no_room');

async function fileIn(request: FastifyRequest<At>): Promise<{ content: Readable; name: string }> {
  const body = request.body as Readable | undefined;
  if (!(body instanceof Readable)) return refuse('file_missing');
  // The upload broke off during the look-up of its URL, and emits no further event.
  if (body.destroyed && !body.readableEnded) return refuse('file_cut_off');
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) return { content: body, name: safeFileName(request.params.name) };
  return (FORM_WITH_BOUNDARY.test(type) && (await fileInForm(body, request.headers))) || refuse('file_missing');
}

/** The file of a form. Undefined if it has none. A form that breaks off before its file throws file_cut_off. */
function fileInForm(
  body: Readable,
  headers: IncomingHttpHeaders,
): Promise<{ content: Readable; name: string } | undefined> {
  const { promise, resolve } = Promise.withResolvers<{ content: Readable; name: string } | undefined>();
  const form = new Busboy({
    headers: headers as IncomingHttpHeaders & { 'content-type': string },
    limits: { files: 1 },
  });
  const content = new PassThrough();
  // The reader of the stream gets the error. It may break off before anyone reads.
  content.on('error', () => undefined);
  let bytes = 0;
  let hasBegun = false;
  const end = (): void => {
    body.unpipe(form);
    content.destroy(refusal(filesRefusals, 'file_cut_off'));
    resolve(undefined);
  };
  form.once('file', (_field, part, filename) => {
    hasBegun = true;
    part.on('error', end);
    part.pipe(content);
    resolve({ content, name: safeFileName(filename) });
  });
  form.on('error', end);
  form.once('finish', () => resolve(undefined));
  body.once('close', () => !body.readableEnded && end());
  body.on('data', (part: Buffer) => {
    bytes += part.length;
    if (!hasBegun && bytes > MAX_FORM_BYTES) end();
  });
  body.pipe(form);
  return promise;
}

/** The one requested range. Any other form of request gets the whole file (RFC 9110, section 14). */
function rangeIn({ range = '' }: IncomingHttpHeaders, bytes: number): ByteRange | 'beyond' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (first === '' && last === '') return undefined;
  if (first !== '' && Number(first) >= bytes) return 'beyond';
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return from <= to ? { from, to } : undefined;
}

const dateOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

/** The operator's endpoints for files. */
export function filesForStaffRoutes({ serveOperator }: OperatorHttp, files: Files): void {
  serveOperator(operatorApi.listFirmware, async ({ query }) => {
    const { rows, next } = await files.listFirmware(pageOf(query));
    return { firmware: rows.map(firmwareReply), ...(next !== undefined && { next }) };
  });

  serveOperator(operatorApi.addFirmware, async ({ body, staff, record }) => {
    const { name, version, signature, signing_certificate: signingCertificate } = body;
    const asking = { askedBy: askedByStaff(staff), record };
    const added = await files.addFirmware({ name, version, signature, signingCertificate }, asking);
    return { firmware: firmwareReply(added.firmware), upload_url: added.uploadUrl };
  });

  serveOperator(operatorApi.retireFirmware, async ({ params, record }) => {
    await files.retireFirmware(params.firmware_id, record);
    return {};
  });

  serveOperator(operatorApi.updateFirmware, async ({ params, body, staff, record }) => {
    const times = { retrieveAt: dateOf(body.retrieve_at), installAt: dateOf(body.install_at) };
    const isForced = body.force === true;
    const asking = { askedBy: askedByStaff(staff), deadlineAt: dateOf(body.deadline), isForced, record };
    return { command_id: await files.updateFirmware(params.charger_id, body.firmware_id, times, asking) };
  });

  serveOperator(operatorApi.fetchChargerFile, async ({ params, body, staff, record }) => {
    const wanted = { kind: body.kind, from: dateOf(body.from), to: dateOf(body.to) };
    const asking = { askedBy: askedByStaff(staff), deadlineAt: dateOf(body.deadline), record };
    const { commandId, fileId } = await files.fetchFile(params.charger_id, wanted, asking);
    return { command_id: commandId, file_id: fileId };
  });

  serveOperator(operatorApi.listChargerFiles, async ({ params, query }) => {
    const { rows, next } = await files.listChargePointFiles(params.charger_id, pageOf(query));
    return { files: rows.map(fileReply), ...(next !== undefined && { next }) };
  });

  serveOperator(operatorApi.getChargerFile, async ({ params }) => {
    const { file, url } = await files.chargePointFile(params.charger_id, params.file_id);
    return { file: fileReply(file), url };
  });
}

function firmwareReply({ id, name, version, bytes, sha256, signature, addedBy, addedAt, retiredAt }: Firmware) {
  return {
    id,
    name,
    version,
    bytes,
    sha256,
    is_signed: signature !== null,
    added_by: addedBy,
    added_at: addedAt.toISOString(),
    retired_at: retiredAt?.toISOString() ?? null,
  };
}

function fileReply({ id, chargePointId, kind, commandId, askedAt, name, bytes, sha256, storedAt }: ChargePointFile) {
  return {
    id,
    charger_id: chargePointId,
    kind,
    command_id: commandId,
    asked_at: askedAt.toISOString(),
    name,
    bytes,
    sha256,
    stored_at: storedAt?.toISOString() ?? null,
  };
}
