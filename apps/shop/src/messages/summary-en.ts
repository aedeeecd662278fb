/** The texts of an order's summary, which the order form and the order's page have in common. */
export const summaryEn = {
  title: 'Order Summary',
  units: (count: number) => (count === 1 ? 'One unit' : `${count} units`),
  price: (count: number) => (count === 1 ? 'Price' : `Price, ${count} units`),
  installation: (count: number) => (count === 1 ? 'Installation' : `Installation, ${count} units`),
  shipping: 'Shipping',
  total: 'Total Amount',
  notInstalled: 'Installation is not included.',
  gstin: (number: string) => `GSTIN ${number}`,
};

export type SummaryMessages = typeof summaryEn;
