import type { OrderFields } from '@bijli/contract/shop-page';

/** An order form that nobody has written in. */
export const NO_ENTRIES: OrderFields = {
  quantity: '1',
  name: '',
  email: '',
  mobile: '',
  city: '',
  pincode: '',
  shipping: '0',
  address: '',
  gstin: '',
  state: '',
};
