import { useMutation } from '@tanstack/react-query';
import { mutation } from './query.ts';

/** Hook: files a complaint. The answer has its reference. */
export function useFileComplaint() {
  return useMutation(mutation('fileComplaint'));
}
