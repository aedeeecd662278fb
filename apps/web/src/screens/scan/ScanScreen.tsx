import { Camera, Flashlight, FlashlightOff, Keyboard, X } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { parseScannedText, type ScannedCode, stickerPath } from '@bijli/contract/sticker';
import { Button, LinkButton } from '@bijli/ui/Button';
import { IconButton } from '@bijli/ui/IconButton';
import { useMessages } from '#messages/messages.ts';
import { paths } from '#paths.ts';
import { useGoBack } from '#shell/NavBar.tsx';
import { useFocusOnArrival } from '#shell/use-focus-on-arrival.ts';
import { useCameraCodes } from './use-camera-codes.ts';
import styles from './ScanScreen.module.css';

/** Reads the sticker of a charger with the camera. Where no camera can, the driver types the number. */
export default function ScanScreen() {
  const messages = useMessages();
  const navigate = useNavigate();
  const page = useFocusOnArrival();
  const goBack = useGoBack();
  const [foreign, setForeign] = useState<ScannedCode>();
  const { video, state, start, light } = useCameraCodes((text) => {
    const code = parseScannedText(text, location.origin);
    if (code.kind === 'sticker') void navigate(stickerPath(code.sticker), { replace: true });
    else setForeign(code);
  });
  if (state === 'unsupported') return <Navigate to={paths.chargerNumber} replace />;
  const { scan } = messages;
  const isShut = state === 'refused' || state === 'missing';
  const [what, hint] = isShut ? scan[state] : foreign ? foreignCodeMessage(foreign, scan) : scan.point;
  return (
    // The frame is dark in every theme, because a camera picture is hard to see in a light one.
    <main ref={page} tabIndex={-1} className={styles.camera} data-theme="dark" aria-label={scan.title}>
      <title>{messages.pageTitle(scan.title)}</title>
      {/* A camera's picture has no sound, so it has no captions. */}
      <video ref={video} className={styles.view} muted playsInline autoPlay aria-hidden />
      <header className={styles.top}>
        <IconButton icon={X} label={messages.common.back} onClick={goBack} />
        <h1>{scan.title}</h1>
        {light ? <Light switchTo={light} /> : <span className={styles.noLight} />}
      </header>
      <div className={styles.middle}>
        <div className={styles.frame} aria-hidden>
          {state === 'live' && <span className={styles.beam} />}
        </div>
        <p className={styles.message} role="status">
          <b>{what}</b>
          <span>{hint}</span>
        </p>
      </div>
      <div className={styles.foot}>
        {(state === 'idle' || state === 'opening') && (
          <Button look="primary" isBlock isBusy={state === 'opening'} onClick={() => void start()}>
            <Camera size={20} aria-hidden />
            {scan.start}
          </Button>
        )}
        <LinkButton look={isShut ? 'primary' : 'quiet'} isBlock to={paths.chargerNumber}>
          <Keyboard size={20} aria-hidden />
          {scan.type}
        </LinkButton>
      </div>
    </main>
  );
}

function Light({ switchTo }: { switchTo: (isOn: boolean) => Promise<void> }) {
  const { scan } = useMessages();
  const [isOn, setOn] = useState(false);
  const change = async () => {
    await switchTo(!isOn);
    setOn(!isOn);
  };
  return (
    <IconButton
      icon={isOn ? FlashlightOff : Flashlight}
      label={scan.light}
      aria-pressed={isOn}
      onClick={() => void change()}
    />
  );
}

/** What to say about a code that is no sticker of ours, so that the driver knows that nothing was opened. */
export function foreignCodeMessage(code: ScannedCode, scan: ReturnType<typeof useMessages>['scan']): [string, string] {
  if (code.kind === 'site') return scan.site(code.host);
  return code.kind === 'payment' ? scan.payment : scan.other;
}
