/** The supplier of invoices in tests. The template of the databases contains it. */
export const SUPPLIER = {
  name: 'Bijli Charging',
  address: 'Plot 1, Bengaluru',
  gstin: '29AAAAA0000A1Z5',
  state: 'Karnataka',
};

/** A second supplier, for stations in Maharashtra. */
export const MUMBAI = {
  state: 'Maharashtra',
  name: 'Bijli Maharashtra',
  address: 'Plot 2, Mumbai',
  gstin: '27AAPFU0939F1ZV',
};
