import type { ChargePointActions } from '@bijli/ocpp/messages';
import type { Timers } from './clock.ts';
import { uploadFile, fetchFile, isSignedByMaker, isHttpLocation } from './file-transfer.ts';

type TaskAction =
  | 'DiagnosticsStatusNotification'
  | 'FirmwareStatusNotification'
  | 'LogStatusNotification'
  | 'SignedFirmwareStatusNotification';

/** Time between two status messages of a task. */
const STEP_MS = 1_000;

interface LongTasksOptions {
  timers: Pick<Timers, 'later'>;
  tell: <A extends TaskAction>(action: A, request: ChargePointActions[A]['request']) => void;
  /** The last step of an update. */
  restart: () => void;
}

/**
 * A step of a task: a status to report, after its work is done. When the work throws, the failure is reported and the
 * task ends.
 */
interface Step {
  status: string;
  work?: () => Promise<void>;
  failed?: string;
}

/** A firmware to install. */
export interface FirmwareToInstall {
  location: string;
  requestId?: number | undefined;
  /** Certificate and signature of its maker. */
  signed?: { certificate: string; signature: string };
}

/** The address of an upload, and the file's name. */
export interface FileToUpload {
  location: string;
  name: string;
  content: Buffer;
  requestId?: number | undefined;
  /** The way in which the upload fails. */
  fails?: 'refused' | 'cut' | undefined;
}

/** Uploads and updates with their status messages. Files are transferred over HTTP. Nothing is installed. */
export class LongTasks {
  readonly #options: LongTasksOptions;
  /** The last reported status of each kind. A new task of a kind ends the one before. */
  readonly #running = new Map<TaskAction, { requestId: number | undefined; status: string }>();

  constructor(options: LongTasksOptions) {
    this.#options = options;
  }

  /** True while a task of this kind is running. */
  isRunning(action: TaskAction): boolean {
    return this.#running.has(action);
  }

  upload(action: 'DiagnosticsStatusNotification' | 'LogStatusNotification', file: FileToUpload): void {
    const { location, name, content, requestId, fails } = file;
    const failed = action === 'LogStatusNotification' ? 'UploadFailure' : 'UploadFailed';
    const work = async (): Promise<void> => {
      if (fails === 'refused') throw new Error('It does not upload.');
      if (isHttpLocation(location)) await uploadFile(location, name, content, fails === 'cut');
    };
    this.#begin(action, requestId, [{ status: 'Uploading' }, { status: 'Uploaded', work, failed }]);
  }

  update(
    { location, requestId, signed }: FirmwareToInstall,
    end: 'Installed' | 'DownloadFailed' | 'InstallationFailed' | 'InvalidSignature',
  ): void {
    const action = requestId === undefined ? 'FirmwareStatusNotification' : 'SignedFirmwareStatusNotification';
    let content: Buffer | undefined;
    const refuses = (failed: typeof end): void => {
      if (end === failed) throw new Error(`It is to end with ${failed}.`);
    };
    const download = async (): Promise<void> => {
      refuses('DownloadFailed');
      if (isHttpLocation(location)) content = await fetchFile(location);
    };
    const check = async (): Promise<void> => {
      refuses('InvalidSignature');
      if (content && signed && !isSignedByMaker(content, signed.certificate, signed.signature))
        throw new Error('The firmware is not by its maker.');
    };
    const install = async (): Promise<void> => refuses('InstallationFailed');
    this.#begin(action, requestId, [
      { status: 'Downloading' },
      { status: 'Downloaded', work: download, failed: 'DownloadFailed' },
      ...(requestId === undefined ? [] : [{ status: 'SignatureVerified', work: check, failed: 'InvalidSignature' }]),
      { status: 'Installing' },
      { status: 'Installed', work: install, failed: 'InstallationFailed' },
    ]);
  }

  /** Repeats the last status, for TriggerMessage. */
  tellAgain(action: TaskAction): void {
    const { requestId, status = 'Idle' } = this.#running.get(action) ?? {};
    this.#options.tell(action, { status, ...(requestId !== undefined && { requestId }) });
  }

  #begin(action: TaskAction, requestId: number | undefined, steps: Step[]): void {
    const task = { requestId, status: 'Idle' };
    this.#running.set(action, task);
    const isOver = (): boolean => this.#running.get(action) !== task;
    const next = async ([step, ...more]: Step[]): Promise<void> => {
      if (step === undefined || isOver()) return;
      const isGood = await (step.work?.() ?? Promise.resolve()).then(
        () => true,
        () => false,
      );
      // A newer task has replaced this one.
      if (isOver()) return;
      task.status = isGood ? step.status : (step.failed ?? step.status);
      const left = isGood ? more : [];
      if (left.length === 0) this.#running.delete(action);
      if (task.status === 'Installed') this.#options.restart();
      this.#options.tell(action, { status: task.status, ...(requestId !== undefined && { requestId }) });
      if (left.length > 0) this.#options.timers.later(STEP_MS, () => void next(left));
    };
    this.#options.timers.later(STEP_MS, () => void next(steps));
  }
}
