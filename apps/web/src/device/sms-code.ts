import { useEffect, useEffectEvent } from 'react';

interface CodeCredential {
  code?: string;
}

/** Hears of the one-time code in the message that is bound to this page (WebOTP, Android), until the component goes. */
export function useSmsCode(onCode: (code: string) => void): void {
  const tell = useEffectEvent(onCode);
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const waiting = new AbortController();
    const request = { otp: { transport: ['sms'] }, signal: waiting.signal } as CredentialRequestOptions;
    navigator.credentials.get(request).then(
      (credential) => {
        const { code } = (credential ?? {}) as CodeCredential;
        if (code !== undefined) tell(code);
      },
      (error: unknown) => {
        // The driver may decline or type; the boxes are there for that.
        if (!waiting.signal.aborted) console.info('No code was read from a message', error);
      },
    );
    return () => waiting.abort();
  }, []);
}
