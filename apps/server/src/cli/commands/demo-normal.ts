import { parseOptions } from '../arguments.ts';
import type { Command } from '../command.ts';
import { playDemo } from '../play-demo.ts';

export const demoNormal: Command = {
  name: 'demo normal',
  summary: 'Demo: an ordinary day again',
  help: 'npm run bijli -- demo normal\n\nEnds the current situation. Cars that are charging stay until they are done.',

  parse(args) {
    parseOptions(args, {});
    return playDemo({}, 'An ordinary day again.');
  },
};
