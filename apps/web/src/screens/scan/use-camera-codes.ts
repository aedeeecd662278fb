import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { canReadCodes, closeCamera, isCameraAllowed, torchOf, openCamera, watchCodes } from '#device/camera-codes.ts';

/**
 * `unsupported`: this browser cannot read codes. `refused`: the driver or the browser refused the camera. `missing`:
 * there is none.
 */
type CameraState = 'idle' | 'opening' | 'live' | 'refused' | 'missing' | 'unsupported';

/** Hook: shows the camera in a video and reads codes from it. Only `start` may ask the driver for the camera. */
export function useCameraCodes(onCode: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const isLeft = useRef(false);
  const [state, setState] = useState<CameraState>('idle');
  const [stream, setStream] = useState<MediaStream>();
  const tell = useEffectEvent(onCode);

  const start = async () => {
    setState('opening');
    const opened = await openCamera();
    if (typeof opened === 'string') setState(opened);
    else if (isLeft.current) closeCamera(opened);
    else {
      setStream(opened);
      setState('live');
    }
  };
  const startAtOnce = useEffectEvent(start);
  useEffect(() => {
    isLeft.current = false;
    void canReadCodes().then(async (canRead) => {
      if (!canRead) setState('unsupported');
      else if ((await isCameraAllowed()) && !isLeft.current) await startAtOnce();
    });
    return () => {
      isLeft.current = true;
    };
  }, []);

  useEffect(() => {
    const screen = video.current;
    if (!stream || !screen) return undefined;
    screen.srcObject = stream;
    // `play` rejects when the page is left before it begins, which is no failure.
    void screen.play().catch(() => {});
    const end = watchCodes(screen, (text) => tell(text));
    return () => {
      end();
      closeCamera(stream);
    };
  }, [stream]);

  return { video, state, start, light: stream && torchOf(stream) };
}
