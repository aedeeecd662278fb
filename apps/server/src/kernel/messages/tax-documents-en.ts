/** The texts of tax documents beside names and amounts. `money` is like `₹15.05`, `energy` like `1.003 kWh`. */
export const taxDocuments = {
  kinds: {
    invoice: 'Tax invoice',
    supplement: 'Supplementary invoice',
    credit_note: 'Credit note',
  } as Record<string, string>,
  number: ({ number }: { number: string }) => `Number ${number}`,
  date: ({ date }: { date: string }) => `Date ${date}`,
  order: ({ reference }: { reference: string }) => `Order ${reference}`,
  against: ({ number, date }: { number: string; date: string | undefined }) =>
    `Against invoice ${number}${date === undefined ? '' : ` of ${date}`}`,
  supplier: () => 'Supplier',
  customer: () => 'Customer',
  recipient: () => 'Recipient and place of delivery',
  placeOfSupply: ({ state }: { state: string }) => `Place of supply: ${state}`,
  quantity: ({ quantity }: { quantity: number }) => (quantity === 1 ? '1 unit' : `${quantity} units`),
  taxable: () => 'Taxable value',
  total: () => 'Total',
  noSignature: () => 'Tax is not payable on reverse charge. Issued electronically; no signature is needed.',
  charge: {
    service: () => 'Charging of an electric vehicle',
    price: () => 'Price per kWh before tax',
    booking: ({ reference }: { reference: string }) => `Booking id ${reference}`,
    station: ({ station }: { station: string }) => `Station: ${station}`,
    charger: ({ charger }: { charger: string }) => `Charger: ${charger}`,
    vehicle: ({ vehicle }: { vehicle: string }) => `Vehicle: ${vehicle}`,
    start: ({ at }: { at: string }) => `Start: ${at}`,
    end: ({ at }: { at: string }) => `End: ${at}`,
    paid: () => 'Paid from the prepaid wallet.',
    takenOff: () => 'Taken off the price of the charge.',
    beyondBought: ({ energy }: { energy: string }) =>
      `The charger delivered a further ${energy} that had not been bought. It was not billed.`,
    meterSuspect: () => 'Readings of the charger’s meter cannot be right. Only what is certain was billed.',
    notBilled: ({ energy }: { energy: string }) => `${energy} that it reported were not billed.`,
  },
};
