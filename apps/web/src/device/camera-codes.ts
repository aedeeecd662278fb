/** The browser's own reader of codes, which not every browser has. */
interface CodeDetector {
  detect(from: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface CodeDetectorClass {
  new (options: { formats: string[] }): CodeDetector;
  getSupportedFormats(): Promise<string[]>;
}
const CODE = 'qr_code';
const LOOK_MS = 150;

const detectorClass = (): CodeDetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: CodeDetectorClass }).BarcodeDetector;

/** Whether this browser can read codes from the camera. */
export async function canReadCodes(): Promise<boolean> {
  // Missing on pages that are not secure.
  if (!('mediaDevices' in navigator)) return false;
  const formats = await detectorClass()
    ?.getSupportedFormats()
    .catch((): string[] => []);
  return formats?.includes(CODE) ?? false;
}

/** Whether the camera may be used without asking the driver. */
export async function isCameraAllowed(): Promise<boolean> {
  if (!('permissions' in navigator)) return false;
  return navigator.permissions.query({ name: 'camera' }).then(
    ({ state }) => state === 'granted',
    // Not every browser knows the name.
    () => false,
  );
}

/** The camera that looks away from the driver, which may be asked about; `refused` by the driver or the browser, `missing` where there is none to be had. */
export async function openCamera(): Promise<MediaStream | 'refused' | 'missing'> {
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  } catch (error) {
    console.warn('The camera did not open', error);
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'missing';
  }
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Reads codes from what the camera shows, again and again. Returns what ends it. */
export function watchCodes(video: HTMLVideoElement, onCode: (text: string) => void): () => void {
  const Detector = detectorClass();
  if (!Detector) return () => {};
  const detector = new Detector({ formats: [CODE] });
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    // Until the first picture is there nothing can be read.
    const [code] = await detector.detect(video).catch(() => []);
    if (isOver) return;
    if (code) onCode(code.rawValue);
    timer = setTimeout(() => void look(), LOOK_MS);
  };
  void look();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** Of the light, which TypeScript does not know. */
interface Torch {
  torch?: boolean;
}

/** Turns the camera's light on or off; undefined where it has none. */
export function lightOf(stream: MediaStream): ((isOn: boolean) => Promise<void>) | undefined {
  const [track] = stream.getVideoTracks();
  const abilities = (track?.getCapabilities?.() ?? {}) as Torch;
  if (!track || !abilities.torch) return undefined;
  return (isOn) => track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet & Torch] });
}
