import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { keepPushFresh } from '#api/notifications.ts';
import { keepCopying } from './offline-copies.ts';

/** What works behind the screens of a driver who is signed in: offline copies, and notifications that lead somewhere. */
export default function Worker() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => keepCopying(queries), [queries]);
  useEffect(keepPushFresh, []);
  useEffect(() => {
    const { serviceWorker } = navigator;
    const go = ({ data }: MessageEvent) => {
      if (typeof data === 'object' && data !== null && 'go' in data && typeof data.go === 'string')
        void navigate(data.go);
    };
    serviceWorker?.addEventListener('message', go);
    return () => serviceWorker?.removeEventListener('message', go);
  }, [navigate]);
  return null;
}
