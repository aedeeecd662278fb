import { Lock } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { ONE_TIME_CODE_LENGTH } from '@bijli/contract/one-time-code';
import { Button, LinkButton } from '@bijli/ui/Button';
import { CodeBoxes } from '@bijli/ui/CodeBoxes';
import { cx } from '@bijli/ui/cx';
import { FieldNote } from '@bijli/ui/Field';
import { countdown } from '@bijli/ui/format/time';
import { Banner } from '@bijli/ui/Notice';
import { useDemoCode, useSendCode, useVerifyCode } from '#api/accounts.ts';
import { Refusal } from '#api/client.ts';
import { takeSharedLink } from '#device/shared-link.ts';
import { useSmsCode } from '#device/sms-code.ts';
import { keepUser } from '#device/stored-user.ts';
import { useMessages } from '#messages/messages.ts';
import { type OtpNavigation, paths } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { isBlockedKey } from './blocked-keys.ts';
import { isOtpState, otpNavigation } from './otp-navigation.ts';
import styles from './LoginScreen.module.css';

/** Asks for the code; opened without a number it leads back to the login page. Another code begins anew. */
export default function OtpVerifyScreen() {
  const { state } = useLocation();
  return isOtpState(state) ? <EnterCode key={state.resend_at} {...state} /> : <Navigate to={paths.login} replace />;
}

const FIRST_KEY_BLOCKING_BOX = 3;
/** Refusals that are about what stands in the boxes. */
const WRONG_CODES = new Set(['code_wrong', 'code_missing']);
const NO_DIGITS = Array<string>(ONE_TIME_CODE_LENGTH).fill('');

function EnterCode({ mobile_no: number, resend_at: resendAtMs }: OtpNavigation) {
  const messages = useMessages();
  const navigate = useNavigate();
  const [digits, setDigits] = useState(NO_DIGITS);
  const boxes = useRef<HTMLFieldSetElement>(null);
  const verifyButton = useRef<HTMLButtonElement>(null);
  const noteId = useId();
  const verifyCode = useVerifyCode();
  const refused = verifyCode.error instanceof Refusal && verifyCode.error.message !== '' ? verifyCode.error : undefined;
  const isDead = refused?.code === 'code_expired';
  // Too many tries from here, or a server that is busy, say nothing of the code.
  const isWrong = refused !== undefined && WRONG_CODES.has(refused.code);

  const verify = (code: string) =>
    verifyCode.mutate(
      { body: { mobile_no: number, req_otp: code } },
      {
        onSuccess: ({ user }) => {
          keepUser(user);
          void navigate(user.name && user.email ? takeSharedLink() : paths.basicDetails, { replace: true });
        },
        onError: (error) => {
          // The next code is typed over this one.
          if (error instanceof Refusal && WRONG_CODES.has(error.code ?? '')) focusBox(1);
        },
      },
    );
  const focusBox = (position: number) => boxes.current?.querySelectorAll('input')[position - 1]?.focus();
  const type = (typed: string[]) => {
    setDigits(typed);
    if (refused && !isDead) verifyCode.reset();
  };

  useSmsCode((code) => {
    if (code.length !== ONE_TIME_CODE_LENGTH) return;
    setDigits([...code]);
    verify(code);
  });

  return (
    <Frame
      title={messages.otp.heading}
      isTitleInPage
      isOutsideGate
      clearsDock
      dock={
        isDead ? (
          <SendAnother number={number} resendAtMs={resendAtMs} />
        ) : (
          <Button
            ref={verifyButton}
            look="primary"
            isBlock
            isBusy={verifyCode.isPending}
            onClick={() => verify(digits.join(''))}
            onKeyDown={(event) => {
              if (event.key !== 'Backspace') return;
              type(digits.toSpliced(-1, 1, ''));
              focusBox(digits.length);
            }}
          >
            {messages.otp.verify}
          </Button>
        )
      }
    >
      <h1 className={styles.heading}>{messages.otp.heading}</h1>
      <p className={cx(styles.intro, styles.apart, 'num')}>{messages.otp.sentTo(number)}</p>
      <CodeBoxes
        ref={boxes}
        digits={digits}
        onChange={type}
        label={messages.otp.code}
        digitLabel={messages.otp.digit}
        isBad={isWrong}
        note={refused && !isDead ? noteId : undefined}
        isShut={isDead}
        onFilled={() => verifyButton.current?.focus()}
        onEnter={() => !verifyCode.isPending && verify(digits.join(''))}
        blocks={(key, index) => index >= FIRST_KEY_BLOCKING_BOX && isBlockedKey(key)}
      />
      {refused && !isDead && (
        <FieldNote id={noteId} isBad>
          {isWrong ? messages.otp.checkCode : refused.message}
        </FieldNote>
      )}
      {isDead && (
        <div className={styles.dead}>
          <Banner tone="bad" icon={Lock}>
            <b>{messages.otp.deadTitle}</b>
            <br />
            {messages.otp.dead}
          </Banner>
        </div>
      )}
      <DemoCode number={number} />
      <div className={styles.under}>
        {!isDead && <Resend number={number} resendAtMs={resendAtMs} />}
        <LinkButton look="text" to={paths.login}>
          {isDead ? messages.otp.anotherNumber : messages.otp.changeNumber}
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

interface ResendProps {
  number: string;
  resendAtMs: number;
}

/** Counts down, then offers to send another code to the same number. */
function Resend({ number, resendAtMs }: ResendProps) {
  const messages = useMessages();
  const { seconds, resend, isSending } = useResend({ number, resendAtMs });
  if (seconds > 0) return <span className={styles.countdown}>{messages.otp.resendIn(countdown(seconds))}</span>;
  return (
    <Button look="text" isBusy={isSending} onClick={resend}>
      {messages.otp.resend}
    </Button>
  );
}

/** The one thing to do about a code that no longer works; it has the focus of the button whose place it takes. */
function SendAnother({ number, resendAtMs }: ResendProps) {
  const { otp } = useMessages();
  const { seconds, resend, isSending } = useResend({ number, resendAtMs });
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} look="primary" isBlock isBusy={isSending} disabled={seconds > 0} onClick={resend}>
      {seconds > 0 ? otp.resendIn(countdown(seconds)) : otp.sendAnother}
    </Button>
  );
}

function useResend({ number, resendAtMs }: ResendProps) {
  const navigate = useNavigate();
  const sendCode = useSendCode();
  const seconds = useSecondsUntil(resendAtMs);
  const resend = () =>
    sendCode.mutate(
      { body: { mobile_no: number } },
      {
        onSuccess: ({ resend_after }) =>
          void navigate(paths.otpVerify, { replace: true, state: otpNavigation(number, resend_after) }),
      },
    );
  return { seconds, resend, isSending: sendCode.isPending };
}

function useSecondsUntil(timeMs: number): number {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(tick);
  }, []);
  return Math.max(0, Math.ceil((timeMs - nowMs) / 1000));
}
