import { useMutation } from '@tanstack/react-query';
import { mutation } from './query.ts';

/** Files a complaint; the answer bears its reference. */
export function useFileComplaint() {
  return useMutation(mutation('fileComplaint'));
}
