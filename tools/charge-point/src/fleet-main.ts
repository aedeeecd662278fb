import { createInterface } from 'node:readline';
import { openControlSocket } from './control-socket.ts';
import { startFleet, type Fleet, type FleetOptions, type Scene } from './fleet.ts';

/**
 * A fleet as a child process: takes its definition (`FleetOptions` as JSON) as the first line of standard input, writes
 * `{"chargePoints":N}` once it has begun and `{"tried":N,"online":M}` once every charge point has tried to connect, and ends when
 * standard input closes, as it does however the parent ends. With a `controlSocketPath` it takes scenes there.
 */
let fleet: Fleet | undefined;
const lines = createInterface({ input: process.stdin });

lines.on('line', async (line) => {
  if (fleet) return;
  const { controlSocketPath, ...options } = JSON.parse(line) as FleetOptions & { controlSocketPath?: string };
  const started = startFleet(options);
  fleet = started;
  // Not every folder takes sockets; the fleet does without scenes there.
  if (controlSocketPath)
    await openControlSocket(controlSocketPath, (scene) => started.play(scene as Scene)).catch((error: unknown) =>
      console.error(`The fleet takes no scenes: ${error instanceof Error ? error.message : String(error)}`),
    );
  console.log(JSON.stringify({ chargePoints: started.chargePoints.size }));
  await started.tried;
  const chargePoints = [...started.chargePoints.values()];
  const online = chargePoints.filter((chargePoint) => chargePoint.isOnline).length;
  console.log(JSON.stringify({ tried: chargePoints.length, online }));
});

lines.on('close', () => process.exit());

// The parent ends the fleet by closing the pipe; an interrupt from the terminal reaches both and is the parent's to handle.
process.on('SIGINT', () => undefined);
// A parent that is gone cannot be written to, and its end of the pipe has closed as well.
process.stdout.on('error', () => process.exit());
