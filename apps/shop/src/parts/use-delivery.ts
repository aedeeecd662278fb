import { useEffect, useState } from 'react';
import type { DeliveryDays } from '@bijli/contract/shop-orders';

/** `undefined`: the pincode is incomplete or the answer has not arrived. `null`: the time is not known. */
export type DeliveryAnswer = DeliveryDays | null | undefined;

/** Hook: days until delivery to a pincode, once it is complete. `first`: the answer that came with the document. */
export function useDelivery(
  pincode: string,
  { isByPincode, first }: { isByPincode: boolean; first?: DeliveryAnswer },
): DeliveryAnswer {
  const [answer, setAnswer] = useState<{ pincode: string; delivery: DeliveryAnswer }>({ pincode, delivery: first });
  useEffect(() => {
    if (!isByPincode || !/^[1-9]\d{5}$/.test(pincode)) return undefined;
    let isWanted = true;
    void askDelivery(pincode).then((delivery) => isWanted && setAnswer({ pincode, delivery }));
    return () => {
      isWanted = false;
    };
  }, [pincode, isByPincode]);
  return answer.pincode === pincode ? answer.delivery : undefined;
}

/** Null when there is no answer: a missing estimate must not keep anybody from ordering. */
async function askDelivery(pincode: string): Promise<DeliveryAnswer> {
  try {
    const answer = await fetch(`/api-v1/open/delivery/${pincode}`);
    if (answer.ok) return ((await answer.json()) as { delivery: DeliveryDays | null }).delivery;
  } catch (error) {
    console.warn('The delivery time could not be fetched', error);
  }
  return undefined;
}
