import type { Charger, ConnectorStatus } from '@bijli/contract/chargers';

/** The station of the page. */
export const station = {
  id: 's1',
  property_id: 's1',
  property_name: 'Orion Avenue',
  address: '10/34, Banaswadi',
  latitude: 12.97,
  longitude: 77.64,
  visibility: 'public',
  active_charger: 1,
  status: 1,
};
const connector = (charger: string, number: number, status: ConnectorStatus) => ({
  id: `${charger}:${number}`,
  connector_id: `${charger}:${number}`,
  name: `Connector ${number}`,
  type: 'CCS2',
  icon: 'ccs2',
  status,
  oem_connector_number: number,
});
const charger = (id: string, details: Partial<Charger>): Charger => ({
  charger_id: id,
  charger_name: id,
  charger_status: 'online',
  price_per_unit: 15,
  capacity: 60,
  power_output: 60,
  connectors: [],
  ...details,
});
export const nexon = {
  id: '7',
  vehicle_id: 'nexon',
  vehicle_name: 'Nexon EV',
  vehicle_image: 'suv',
  vehicle_registration_number: 'KA05MR4521',
  default: 1,
};

/** The answer for that page: one free connector, one in use, one that is plugged in, and a charger that is offline. */
export const stationReply = (details: object = {}) => ({
  success: true,
  property: station,
  chargers: [
    charger('A', {
      connectors: [connector('A', 1, 'available'), connector('A', 2, 'charging'), connector('A', 3, 'preparing')],
    }),
    charger('B', { charger_status: 'offline', connectors: [connector('B', 1, 'available')] }),
  ],
  bookmark: false,
  vehicles: [nexon, { ...nexon, id: '8', vehicle_name: 'MG Comet', default: 0 }],
  wallet: { balance: 500 },
  ...details,
});
