import { operatorApi } from '@bijli/contract/operator-api';
import { eventStreamOf, eventText, keepAliveText } from '#http/calls/event-stream.ts';
import type { OperatorHttp, StaffCaller } from '#http/calls/operator.ts';
import { refuse as refuseHttp } from '#http/http.refusals.ts';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { commandReply } from '../operations.routes.ts';
import type { CommandStream } from './command-streams.ts';
import type { Commands } from './commands.ts';

const KEEP_ALIVE_MS = 15 * SECOND_MS;
const RETRY_SECONDS = 3;
const RETRY_REFUSED_SECONDS = 30;

/** Streams the changes of a charge point's commands to staff as server-sent events. */
export function commandStreamRoutes({ serveOperator }: OperatorHttp, commands: Commands, clock: Clock): void {
  serveOperator(operatorApi.streamChargerCommands, async ({ params, staff, request, reply, callerNow }) => {
    const since = momentIn(request.headers['last-event-id']);
    const stream = await commands.follow(params.charger_id, `${staff.kind} ${staff.id}`).catch((error: unknown) => {
      if (isRefusal(error) && [429, 503].includes(error.definition.status ?? 0))
        reply.header('retry-after', RETRY_REFUSED_SECONDS);
      throw error;
    });
    return eventStreamOf(reply, textsOf(stream, { since, callerNow, clock }), stream.leave);
  });
}

interface TextOptions {
  since: Date | undefined;
  callerNow: () => Promise<StaffCaller | undefined>;
  clock: Clock;
}

/** Yields the text of a stream piece by piece, until the caller may no longer see it. */
export async function* textsOf(
  stream: Pick<CommandStream, 'changes'>,
  { since, callerNow, clock }: TextOptions,
): AsyncGenerator<string> {
  yield `retry: ${RETRY_SECONDS * SECOND_MS}\n\n`;
  let writtenAt = 0;
  for await (const { at, commands } of stream.changes(since)) {
    const staff = await callerNow();
    if (!staff) return;
    const id = at.toISOString();
    const last = commands.at(-1);
    // Only the last event of a batch carries an id. A client that loses its link before that event receives the batch
    // again.
    for (const command of commands)
      yield eventText({
        event: 'command',
        id: command === last ? id : undefined,
        data: commandReply(command, staff),
      });
    const isQuiet = commands.length === 0;
    if (isQuiet && clock.now().getTime() < writtenAt + KEEP_ALIVE_MS) continue;
    if (isQuiet) yield keepAliveText(id);
    writtenAt = clock.now().getTime();
  }
}

/** The time in a `Last-Event-ID`. Throws bad_request if the id is not one of ours. */
function momentIn(id: string | string[] | undefined): Date | undefined {
  if (id === undefined || id === '') return undefined;
  const moment = new Date(String(id));
  if (Number.isNaN(moment.getTime())) return refuseHttp('bad_request', { problem: 'Last-Event-ID is none of ours' });
  return moment;
}
