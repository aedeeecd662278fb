import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { keepPushFresh } from '#api/notifications.ts';
import { keepCopying } from './offline-copies.ts';

/**
 * Renders nothing. While a driver is signed in it keeps offline copies, renews the push subscription and follows tapped
 * notifications.
 */
export default function BackgroundTasks() {
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
