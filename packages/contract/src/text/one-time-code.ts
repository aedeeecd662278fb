export const ONE_TIME_CODE_LENGTH = 6;
export const COUNTRY_PREFIX = '+91';
