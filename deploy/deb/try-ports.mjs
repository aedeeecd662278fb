// Nobody else is there: the bare Debian has a network of its own.
export const PROVIDER_PORT = 4001;
export const SMS_PORT = 4002;
export const CONTROL_PORT = 4003;
