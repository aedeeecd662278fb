import { Info, Zap } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import { latinDigits } from '@bijli/contract/latin-digits';
import { COUNTRY_PREFIX } from '@bijli/contract/one-time-code';
import { Button } from '@bijli/ui/Button';
import { Field } from '@bijli/ui/Field';
import { mobileDigits } from '@bijli/ui/format/text';
import { Logo } from '@bijli/ui/Logo';
import { Banner } from '@bijli/ui/Notice';
import { useSendCode } from '#api/accounts.ts';
import { Refusal } from '#api/client.ts';
import { forgetRefusal } from '#api/forget-refusal.ts';
import { lastKnown, wasSignedOut } from '#device/signed-out.ts';
import { storedUser } from '#device/stored-user.ts';
import { useMessages } from '#messages/messages.ts';
import { LanguageChoice } from '#parts/account/LanguageChoice.tsx';
import { type OtpNavigation, paths } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { isBlockedKey } from './blocked-keys.ts';
import { otpNavigation } from './otp-navigation.ts';
import styles from './LoginScreen.module.css';

/** Digits of a mobile number. */
const WHOLE_NUMBER = 10;

/** Asks for the mobile number and sends a code to it. Leads a signed-in driver to the map. */
export function LoginScreen() {
  const user = storedUser();
  if (user) return <Navigate to={user.name && user.email ? paths.map : paths.basicDetails} replace />;
  return <AskNumber />;
}

function AskNumber() {
  const messages = useMessages();
  const [{ mobile = '', chargingAt }] = useState(lastKnown);
  const [number, setNumber] = useState(mobile);
  const field = useRef<HTMLInputElement>(null);
  const { send, isSending, refusal, forgetRefusal } = useSendTo(number, () => field.current?.focus());

  const onKeyDown = (event: KeyboardEvent) => {
    if (isBlockedKey(event.key)) event.preventDefault();
    // The keyboard for numbers has no key to submit a form except Enter.
    if (event.key === 'Enter' && number.length >= WHOLE_NUMBER && !isSending) send();
  };

  return (
    <Frame
      title={messages.login.page}
      isBarless
      isTitleInPage
      isOutsideGate
      clearsDock
      dock={
        <Button look="primary" isBlock isBusy={isSending} onClick={send}>
          {messages.login.send}
        </Button>
      }
    >
      <div className={styles.top}>
        <Logo height={44} label={messages.brand} />
        <LanguageChoice />
      </div>
      <p className={styles.about}>{messages.login.about}</p>
      <h1 className={styles.heading}>{messages.login.heading}</h1>
      <p className={styles.intro}>{messages.login.intro}</p>
      {wasSignedOut() && <SignedOut />}
      <Field
        label={messages.login.number}
        isLabelHidden
        isLarge
        before={COUNTRY_PREFIX}
        type="tel"
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="tel-national"
        data-first
        placeholder={messages.login.placeholder}
        value={number}
        onKeyDown={onKeyDown}
        // The toast is gone after a moment, and the reason stays.
        error={refusal}
        ref={field}
        onChange={(event) => {
          setNumber(mobileDigits(latinDigits(event.target.value)));
          forgetRefusal();
        }}
      />
      {chargingAt !== undefined && <ChargesStill at={chargingAt} />}
      <p className={styles.agree}>
        <span>{messages.login.agree}</span>
        <Link to={paths.terms}>{messages.policies.terms}</Link>
        <Link to={paths.privacy}>{messages.policies.privacy}</Link>
      </p>
    </Frame>
  );
}

/** Hook: sends a code to the number, then opens the screen where it is typed, or tells why it was refused. */
function useSendTo(number: string, onRefused: () => void) {
  const navigate = useNavigate();
  const sendCode = useSendCode();
  const send = () =>
    sendCode.mutate(
      { body: { mobile_no: number } },
      {
        onSuccess: (answer) => {
          const state: OtpNavigation = otpNavigation(number, answer.resend_after);
          void navigate(paths.otpVerify, { state });
        },
        onError: onRefused,
      },
    );
  const { error } = sendCode;
  return {
    send,
    isSending: sendCode.isPending,
    refusal: error instanceof Refusal ? error.message : undefined,
    forgetRefusal: () => forgetRefusal(sendCode),
  };
}

/** Says why a driver who was signed in must sign in again. */
function SignedOut() {
  const { login } = useMessages();
  return (
    <div className={styles.again}>
      <Banner tone="wait" icon={Info}>
        <b>{login.againTitle}</b>
        <br />
        {login.again}
      </Banner>
    </div>
  );
}

function ChargesStill({ at }: { at: string }) {
  const { login } = useMessages();
  return (
    <p className={styles.running}>
      <Zap size={24} fill="currentColor" aria-hidden />
      <span>
        <b>{login.running(at)}</b>
        {login.signInToSee}
      </span>
    </p>
  );
}
