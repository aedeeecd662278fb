import type { OtpNavigation } from '#paths.ts';

/** What the code screen needs to know, `resendAfter` seconds before another code may be asked for. */
export function otpNavigation(mobileNo: string, resendAfter: number): OtpNavigation {
  return { mobile_no: mobileNo, resend_at: Date.now() + resendAfter * 1000 };
}

export function isOtpState(state: unknown): state is OtpNavigation {
  return typeof state === 'object' && state !== null && 'mobile_no' in state && typeof state.mobile_no === 'string';
}
