import { useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { ONE_TIME_CODE_LENGTH } from '@bijli/contract/one-time-code';
import { Button, LinkButton } from '@bijli/ui/Button';
import { CodeBoxes } from '@bijli/ui/CodeBoxes';
import { cx } from '@bijli/ui/cx';
import { countdown } from '@bijli/ui/format/time';
import { useDemoCode, useSendCode, useVerifyCode } from '#api/accounts.ts';
import { Refusal } from '#api/client.ts';
import { useSmsCode } from '#device/sms-code.ts';
import { storeUser } from '#device/stored-user.ts';
import { useMessages } from '#messages/messages.ts';
import { type OtpState, paths } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { isBlockedKey } from './blocked-keys.ts';
import { isOtpState, otpState } from './otp-state.ts';
import styles from './SignIn.module.css';

/** Asks for the code; opened without a number it leads back to the login page. */
export default function OtpVerify() {
  const { state } = useLocation();
  return isOtpState(state) ? <EnterCode {...state} /> : <Navigate to={paths.login} replace />;
}

const FIRST_KEY_BLOCKING_BOX = 3;
const NO_DIGITS = Array<string>(ONE_TIME_CODE_LENGTH).fill('');

function EnterCode({ mobile_no: number, resend_at: resendAt }: OtpState) {
  const messages = useMessages();
  const navigate = useNavigate();
  const [digits, setDigits] = useState(NO_DIGITS);
  const boxes = useRef<HTMLFieldSetElement>(null);
  const verifyCode = useVerifyCode();

  const verify = (code: string) =>
    verifyCode.mutate(
      { body: { mobile_no: number, req_otp: code } },
      {
        onSuccess: ({ user }) => {
          storeUser(user);
          void navigate(user.name && user.email ? paths.map : paths.basicDetails, { replace: true });
        },
        onError: (error) => {
          // A code that was not accepted makes room for the next one; one that got no answer may be sent again.
          if (!(error instanceof Refusal) || error.message === '' || code.length < ONE_TIME_CODE_LENGTH) return;
          setDigits(NO_DIGITS);
          boxes.current?.querySelector('input')?.focus();
        },
      },
    );

  useSmsCode((code) => {
    if (code.length !== ONE_TIME_CODE_LENGTH) return;
    setDigits([...code]);
    verify(code);
  });

  return (
    <Frame
      title={messages.otp.heading}
      titleInPage
      open
      clearDock
      dock={
        <Button look="primary" block busy={verifyCode.isPending} onClick={() => verify(digits.join(''))}>
          {messages.otp.verify}
        </Button>
      }
    >
      <h1 className={styles.heading}>{messages.otp.heading}</h1>
      <p className={cx(styles.intro, styles.apart, 'num')}>{messages.otp.sentTo(number)}</p>
      <CodeBoxes
        ref={boxes}
        digits={digits}
        onChange={setDigits}
        label={messages.otp.code}
        digitLabel={messages.otp.digit}
        blocks={(key, index) => index >= FIRST_KEY_BLOCKING_BOX && isBlockedKey(key)}
      />
      <DemoCode number={number} />
      <div className={styles.under}>
        <Resend number={number} resendAt={resendAt} />
        <LinkButton look="text" to={paths.login}>
          {messages.otp.changeNumber}
        </LinkButton>
      </div>
    </Frame>
  );
}

/** In a demo no message reaches a phone, so the code stands on the screen. */
function DemoCode({ number }: { number: string }) {
  const messages = useMessages();
  const code = useDemoCode(number);
  return <p className={styles.demo}>{code !== undefined && messages.otp.demoCode(code)}</p>;
}

/** Counts down, then offers to send another code to the same number. */
function Resend({ number, resendAt }: { number: string; resendAt: number }) {
  const messages = useMessages();
  const navigate = useNavigate();
  const sendCode = useSendCode();
  const seconds = useSecondsUntil(resendAt);

  const resend = () =>
    sendCode.mutate(
      { body: { mobile_no: number } },
      {
        onSuccess: ({ resend_after }) =>
          void navigate(paths.otpVerify, { replace: true, state: otpState(number, resend_after) }),
      },
    );

  if (seconds > 0) return <span className={styles.countdown}>{messages.otp.resendIn(countdown(seconds))}</span>;
  return (
    <Button look="text" busy={sendCode.isPending} onClick={resend}>
      {messages.otp.resend}
    </Button>
  );
}

function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(tick);
  }, []);
  return Math.max(0, Math.ceil((time - now) / 1000));
}
