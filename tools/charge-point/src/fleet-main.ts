import { createInterface } from 'node:readline';
import { openControlSocket } from './control-socket.ts';
import { startFleet, type Fleet, type FleetOptions, type FleetScenario } from './fleet.ts';

/**
 * A fleet as a child process. It reads its `FleetOptions` as one JSON line from standard input, writes
 * `{"chargePoints":N}` when it has begun and `{"tried":N,"online":M}` when every charge point has tried to connect. It
 * ends when standard input closes, so it always ends with its parent. With `controlSocketPath` it accepts scenarios
 * there.
 */
let fleet: Fleet | undefined;
const lines = createInterface({ input: process.stdin });

lines.on('line', async (line) => {
  if (fleet) return;
  const { controlSocketPath, ...options } = JSON.parse(line) as FleetOptions & { controlSocketPath?: string };
  const started = startFleet(options);
  fleet = started;
  // Sockets cannot be created in every folder. The fleet then runs without scenarios.
  if (controlSocketPath)
    await openControlSocket(controlSocketPath, (scenario) => started.play(scenario as FleetScenario)).catch(
      (error: unknown) =>
        console.error(`The fleet accepts no scenarios: ${error instanceof Error ? error.message : String(error)}`),
    );
  console.log(JSON.stringify({ chargePoints: started.chargePoints.size }));
  await started.tried;
  const chargePoints = [...started.chargePoints.values()];
  const online = chargePoints.filter((chargePoint) => chargePoint.isOnline).length;
  console.log(JSON.stringify({ tried: chargePoints.length, online }));
});

lines.on('close', () => process.exit());

// The parent ends the fleet by closing the pipe. Ctrl-C in a terminal reaches both processes, and the parent handles
// it.
process.on('SIGINT', () => undefined);
// When the parent is gone, writing fails, and the pipe that it held has closed too.
process.stdout.on('error', () => process.exit());
