/** The browser's BarcodeDetector, which not every browser has. */
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

/** True when this browser can read codes from the camera. */
export async function canReadCodes(): Promise<boolean> {
  // Missing on insecure pages.
  if (!('mediaDevices' in navigator)) return false;
  const formats = await detectorClass()
    ?.getSupportedFormats()
    .catch((): string[] => []);
  return formats?.includes(CODE) ?? false;
}

/** True when the camera may be used without asking the driver. */
export async function isCameraAllowed(): Promise<boolean> {
  if (!('permissions' in navigator)) return false;
  return navigator.permissions.query({ name: 'camera' }).then(
    ({ state }) => state === 'granted',
    // Not every browser knows this permission.
    () => false,
  );
}

/**
 * Opens the rear camera. The browser may ask the driver. `refused`: by the driver or the browser. `missing`: there is
 * no camera.
 */
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

/** Reads codes from the camera's picture repeatedly. Returns a function that ends it. */
export function watchCodes(video: HTMLVideoElement, onCode: (text: string) => void): () => void {
  const Detector = detectorClass();
  if (!Detector) return () => {};
  const detector = new Detector({ formats: [CODE] });
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    // Nothing can be read before the first picture.
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

/** The camera's light, which TypeScript does not declare. */
interface Torch {
  torch?: boolean;
}

/** Returns a function that turns the camera's light on or off. Undefined when it has none. */
export function torchOf(stream: MediaStream): ((isOn: boolean) => Promise<void>) | undefined {
  const [track] = stream.getVideoTracks();
  const abilities = (track?.getCapabilities?.() ?? {}) as Torch;
  if (!track || !abilities.torch) return undefined;
  return (isOn) => track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet & Torch] });
}
