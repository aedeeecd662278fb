import { useEffect, useState } from 'react';
import { askAsDriver, useDriver } from './signed-in-driver.ts';
import { useStoredOrders, type StoredOrder } from './stored-orders.ts';

/**
 * Hook: the orders of the account that is signed in to the app, then those that only this browser knows. `isLoading` is
 * true until the account's orders are known, and `hasFailed` if they could not be loaded. `hasStored` is true if this
 * browser knows any order.
 */
export function useOwnOrders(): {
  orders: StoredOrder[];
  isSignedIn: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  hasStored: boolean;
} {
  const stored = useStoredOrders();
  const isSignedIn = useDriver('token') !== undefined;
  const [own, setOwn] = useState<StoredOrder[] | 'failed'>();
  useEffect(() => {
    if (!isSignedIn) return undefined;
    let isWanted = true;
    void askAsDriver<{ orders?: StoredOrder[] }>('/api-v1/user/orders').then(
      (answer) => isWanted && setOwn(answer?.orders ?? 'failed'),
    );
    return () => {
      isWanted = false;
    };
  }, [isSignedIn]);
  const ofAccount = isSignedIn && Array.isArray(own) ? own : [];
  const others = stored.filter(({ reference }) => ofAccount.every((one) => one.reference !== reference));
  return {
    orders: [...ofAccount, ...others],
    isSignedIn,
    isLoading: isSignedIn && own === undefined,
    hasFailed: isSignedIn && own === 'failed',
    hasStored: stored.length > 0,
  };
}
