import type { OtpNavigation } from '#paths.ts';

/** The navigation state of the code's screen. Another code may be requested after `resendAfter` seconds. */
export function otpNavigation(mobileNo: string, resendAfter: number): OtpNavigation {
  return { mobile_no: mobileNo, resend_at: Date.now() + resendAfter * 1000 };
}

export function isOtpState(state: unknown): state is OtpNavigation {
  return typeof state === 'object' && state !== null && 'mobile_no' in state && typeof state.mobile_no === 'string';
}
