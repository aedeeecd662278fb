import { Lock } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { latinDigits } from '@bijli/contract/latin-digits';
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

/**
 * Asks for the code. Without a number it leads to the login page. Its key resets the form when another code is sent.
 */
export default function OtpVerifyScreen() {
  const { state } = useLocation();
  return isOtpState(state) ? <EnterCode key={state.resend_at} {...state} /> : <Navigate to={paths.login} replace />;
}

const FIRST_KEY_BLOCKING_BOX = 3;
/** Refusals that are about the typed code. */
const WRONG_CODES = new Set(['code_wrong', 'code_missing']);
const NO_DIGITS = Array<string>(ONE_TIME_CODE_LENGTH).fill('');

function EnterCode({ mobile_no: number, resend_at: resendAtMs }: OtpNavigation) {
  const { otp } = useMessages();
  const noteId = useId();
  const verifyButton = useRef<HTMLButtonElement>(null);
  const { boxes, digits, type, eraseLast, verify, isVerifying, refused, isCodeOver, isWrong } = useCodeEntry(number);

  return (
    <Frame
      title={otp.heading}
      isTitleInPage
      isOutsideGate
      clearsDock
      dock={
        isCodeOver ? (
          <SendAnother number={number} resendAtMs={resendAtMs} />
        ) : (
          <Button
            ref={verifyButton}
            look="primary"
            isBlock
            isBusy={isVerifying}
            onClick={verify}
            onKeyDown={({ key }) => key === 'Backspace' && eraseLast()}
          >
            {otp.verify}
          </Button>
        )
      }
    >
      <h1 className={styles.heading}>{otp.heading}</h1>
      <p className={cx(styles.intro, styles.apart, 'num')}>{otp.sentTo(number)}</p>
      <CodeBoxes
        ref={boxes}
        digits={digits}
        onChange={type}
        label={otp.code}
        digitLabel={otp.digit}
        latinDigits={latinDigits}
        isBad={isWrong}
        note={refused && !isCodeOver ? noteId : undefined}
        isDisabled={isCodeOver}
        onFilled={() => verifyButton.current?.focus()}
        onEnter={() => !isVerifying && verify()}
        blocks={(key, index) => index >= FIRST_KEY_BLOCKING_BOX && isBlockedKey(key)}
      />
      {refused && !isCodeOver && (
        <FieldNote id={noteId} isBad>
          {isWrong ? otp.checkCode : refused.message}
        </FieldNote>
      )}
      {isCodeOver && <CodeOver />}
      {!isCodeOver && <DemoCode number={number} />}
      <div className={styles.under}>
        {!isCodeOver && <Resend number={number} resendAtMs={resendAtMs} />}
        <LinkButton look="text" to={paths.login}>
          {isCodeOver ? otp.anotherNumber : otp.changeNumber}
        </LinkButton>
      </div>
    </Frame>
  );
}

/** Hook: the code, typed or read from the SMS, and the server's answer to it. */
function useCodeEntry(number: string) {
  const navigate = useNavigate();
  const [digits, setDigits] = useState(NO_DIGITS);
  const boxes = useRef<HTMLFieldSetElement>(null);
  const verifyCode = useVerifyCode();
  const refused = verifyCode.error instanceof Refusal ? verifyCode.error : undefined;
  const isCodeOver = refused?.code === 'code_expired';

  const focusBox = (position: number) => boxes.current?.querySelectorAll('input')[position - 1]?.focus();
  const verify = (code: string) =>
    verifyCode.mutate(
      { body: { mobile_no: number, req_otp: code } },
      {
        onSuccess: ({ user }) => {
          keepUser(user);
          void navigate(user.name && user.email ? takeSharedLink() : paths.basicDetails, { replace: true });
        },
        onError: (error) => {
          // The driver types the next code over the wrong one.
          if (error instanceof Refusal && WRONG_CODES.has(error.code)) focusBox(1);
        },
      },
    );
  const type = (typed: string[]) => {
    setDigits(typed);
    if (refused && !isCodeOver) verifyCode.reset();
  };
  useSmsCode((code) => {
    if (code.length !== ONE_TIME_CODE_LENGTH) return;
    setDigits([...code]);
    verify(code);
  });

  return {
    boxes,
    digits,
    type,
    eraseLast() {
      type(digits.toSpliced(-1, 1, ''));
      focusBox(digits.length);
    },
    verify: () => verify(digits.join('')),
    isVerifying: verifyCode.isPending,
    refused,
    isCodeOver,
    // Other refusals, such as too many tries or a busy server, do not mean that the code is wrong.
    isWrong: refused !== undefined && WRONG_CODES.has(refused.code),
  };
}

/** Shown when the code can no longer be used, because it has expired or was tried too often. */
function CodeOver() {
  const { otp } = useMessages();
  return (
    <div className={styles.dead}>
      <Banner tone="bad" icon={Lock}>
        <b>{otp.deadTitle}</b>
        <br />
        {otp.dead}
      </Banner>
    </div>
  );
}

/** A demo sends no SMS, so the code is shown on the screen. */
function DemoCode({ number }: { number: string }) {
  const messages = useMessages();
  const code = useDemoCode(number);
  return <p className={styles.demo}>{code !== undefined && messages.otp.demoCode(code)}</p>;
}

interface ResendProps {
  number: string;
  resendAtMs: number;
}

/** A countdown, then a button that sends another code to the same number. */
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

/** The button to press when the code no longer works. It takes focus, because it replaces the focused button. */
function SendAnother({ number, resendAtMs }: ResendProps) {
  const { otp } = useMessages();
  const { seconds, resend, isSending } = useResend({ number, resendAtMs });
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button
      ref={button}
      look="primary"
      isBlock
      isBusy={isSending}
      // `disabled` would make the button lose focus during the countdown.
      aria-disabled={seconds > 0 || undefined}
      onClick={() => seconds === 0 && resend()}
    >
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
