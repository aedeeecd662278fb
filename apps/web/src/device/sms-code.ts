import { useEffect, useEffectEvent } from 'react';

interface CodeCredential {
  code?: string;
}

/** Hook: reads the one-time code from an SMS that is bound to this page (WebOTP, Android). */
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
        // The driver may decline, and can type the code.
        if (!waiting.signal.aborted) console.info('No code was read from a message', error);
      },
    );
    return () => waiting.abort();
  }, []);
}
