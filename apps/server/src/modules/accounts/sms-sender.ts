/** The port through which short messages leave. Adapters translate the vendor's errors into a thrown `sms_failed`. */
export interface SmsSender {
  /** `to`: ten digits, Indian. `code` is set for one-time codes, for vendors that send by template. */
  send(message: { to: string; text: string; code?: string | undefined }): Promise<void>;
}
