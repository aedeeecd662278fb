import { createReadStream, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { safeFileName } from '#modules/files/index.ts';
import { neededArgument, onlyArgument, parseArguments } from '../arguments.ts';
import { recorder } from '../audit-recorder.ts';
import type { Command } from '../command.ts';
import { openFiles, askedHere, keyIn } from '../open-files.ts';

export const firmwareAdd: Command = {
  name: 'firmware add',
  summary: 'Adds a firmware file for chargers',
  help: `npm run bijli -- firmware add FILE --version VERSION [--certificate FILE --signature FILE]

Stores the file under its own name in the server's file store (FILES_TO).

  --version      the manufacturer's version
  --certificate  the manufacturer's certificate, PEM
  --signature    the manufacturer's signature of the file, base64. With both, chargers get signed firmware and verify it themselves`,

  parse(args) {
    const { values, positionals } = parseArguments(args, {
      version: { type: 'string' },
      certificate: { type: 'string' },
      signature: { type: 'string' },
    });
    const file = onlyArgument(positionals, 'file');
    const version = neededArgument(values.version, 'version');
    const textOf = (path: string | undefined) => (path === undefined ? undefined : readFileSync(path, 'utf8').trim());
    const name = safeFileName(basename(file));
    return async (context) => {
      const files = openFiles(context);
      const made = {
        name,
        version,
        signingCertificate: textOf(values.certificate),
        signature: textOf(values.signature),
      };
      const { firmware, uploadUrl } = await files.addFirmware(made, askedHere(context, 'firmware.add'));
      const upload = await files.expectUpload(keyIn(uploadUrl));
      const sent = upload.receive(name, createReadStream(file)).finally(upload.leave);
      await sent.catch(async (error: unknown) => {
        await files.retireFirmware(firmware.id, recorder(context, 'firmware.retire').record);
        throw error;
      });
      context.say(`${firmware.id}  ${name} ${version}${made.signature === undefined ? '' : ', signed'}`);
      return 0;
    };
  },
};
