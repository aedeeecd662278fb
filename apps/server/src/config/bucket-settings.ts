import { optionalText, secret } from './setting.ts';

/** How a bucket of S3 or a compatible service is opened. Each section that names a bucket has these three below its address. */
export const bucketSettings = {
  keyId: optionalText({ what: 'The access key id for that bucket' }),
  secret: secret('issued', { what: 'The secret of that access key', default: '' }),
  region: optionalText({ what: 'The bucket’s region', defaultText: 'from the address, otherwise `us-east-1`' }),
};
