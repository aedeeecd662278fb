import { useEffect, useState } from 'react';
import { askAsDriver, useDriverName } from './signed-in-driver.ts';
import { useStoredOrders, type StoredOrder } from './stored-orders.ts';

/**
 * Hook: the orders of the account that is signed in to the app, then those that only this browser knows.
 * `isLoading`: those of the account are not known yet.
 */
export function useOwnOrders(): { orders: StoredOrder[]; isSignedIn: boolean; isLoading: boolean; hasStored: boolean } {
  const stored = useStoredOrders();
  const isSignedIn = useDriverName() !== undefined;
  const [own, setOwn] = useState<StoredOrder[]>();
  useEffect(() => {
    if (!isSignedIn) return undefined;
    let isWanted = true;
    void askAsDriver<{ orders?: StoredOrder[] }>('/api-v1/user/orders').then(
      (answer) => isWanted && setOwn(answer?.orders ?? []),
    );
    return () => {
      isWanted = false;
    };
  }, [isSignedIn]);
  const ofAccount = (isSignedIn && own) || [];
  const others = stored.filter(({ reference }) => ofAccount.every((one) => one.reference !== reference));
  return {
    orders: [...ofAccount, ...others],
    isSignedIn,
    isLoading: isSignedIn && own === undefined,
    hasStored: stored.length > 0,
  };
}
