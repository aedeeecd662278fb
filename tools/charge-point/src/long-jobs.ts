import type { ChargePointActions } from '@bijli/ocpp/messages';
import type { Plans } from './clock.ts';

type JobAction =
  | 'DiagnosticsStatusNotification'
  | 'FirmwareStatusNotification'
  | 'LogStatusNotification'
  | 'SignedFirmwareStatusNotification';

/** How far apart its words are. */
const STEP_MS = 1_000;

interface LongJobsOptions {
  plans: Pick<Plans, 'later'>;
  tell: <A extends JobAction>(action: A, request: ChargePointActions[A]['request']) => void;
  /** The last step of an update. */
  restart: () => void;
}

/** Uploads and updates: nothing is sent or installed, and all of it is told as a charge point does. */
export class LongJobs {
  readonly #options: LongJobsOptions;
  /** What was told last of each kind; a later job of a kind ends the one before. */
  readonly #running = new Map<JobAction, { requestId: number | undefined; status: string }>();

  constructor(options: LongJobsOptions) {
    this.#options = options;
  }

  /** Whether one of the kind is under way. */
  isRunning(action: JobAction): boolean {
    return this.#running.has(action);
  }

  upload(action: 'DiagnosticsStatusNotification' | 'LogStatusNotification', requestId?: number, isGood = true): void {
    const failed = action === 'LogStatusNotification' ? 'UploadFailure' : 'UploadFailed';
    this.#begin(action, requestId, ['Uploading', isGood ? 'Uploaded' : failed]);
  }

  update(
    requestId: number | undefined,
    end: 'Installed' | 'DownloadFailed' | 'InstallationFailed' | 'InvalidSignature',
  ): void {
    const action = requestId === undefined ? 'FirmwareStatusNotification' : 'SignedFirmwareStatusNotification';
    const verified = requestId === undefined ? [] : ['SignatureVerified'];
    const steps: Record<typeof end, string[]> = {
      Installed: ['Downloading', 'Downloaded', ...verified, 'Installing', 'Installed'],
      InstallationFailed: ['Downloading', 'Downloaded', ...verified, 'Installing', 'InstallationFailed'],
      InvalidSignature: ['Downloading', 'Downloaded', 'InvalidSignature'],
      DownloadFailed: ['Downloading', 'DownloadFailed'],
    };
    this.#begin(action, requestId, steps[end]);
  }

  /** Answers a trigger: where it stands. */
  tellAgain(action: JobAction): void {
    const { requestId, status = 'Idle' } = this.#running.get(action) ?? {};
    this.#options.tell(action, { status, ...(requestId !== undefined && { requestId }) });
  }

  #begin(action: JobAction, requestId: number | undefined, statuses: string[]): void {
    const job = { requestId, status: 'Idle' };
    this.#running.set(action, job);
    const next = ([status, ...more]: string[]): void => {
      if (status === undefined || this.#running.get(action) !== job) return;
      job.status = status;
      if (more.length === 0) this.#running.delete(action);
      if (status === 'Installed') this.#options.restart();
      this.#options.tell(action, { status, ...(requestId !== undefined && { requestId }) });
      this.#options.plans.later(STEP_MS, () => next(more));
    };
    this.#options.plans.later(STEP_MS, () => next(statuses));
  }
}
