import { optionalText, secret } from './setting.ts';

/**
 * Settings that open a bucket of S3 or a compatible service. Each section that names a bucket has these three below its
 * URL.
 */
export const bucketSettings = {
  keyId: optionalText({ what: 'The access key id for that bucket' }),
  secret: secret('issued', { what: 'The secret of that access key', default: '' }),
  region: optionalText({ what: 'The bucket’s region', defaultText: 'from the address, otherwise `us-east-1`' }),
};
