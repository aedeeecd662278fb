/** Who issues the tax documents of tests: it stands in the database that each test file clones. */
export const SUPPLIER = {
  name: 'Bijli Charging',
  address: 'Plot 1, Bengaluru',
  gstin: '29AAAAA0000A1Z5',
  state: 'Karnataka',
};

/** Another one, for stations in Maharashtra. */
export const MUMBAI = {
  state: 'Maharashtra',
  name: 'Bijli Maharashtra',
  address: 'Plot 2, Mumbai',
  gstin: '27AAPFU0939F1ZV',
};
