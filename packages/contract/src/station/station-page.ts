export const STATION_PAGE_PATH = '/charger';

/** The address of a station's page, which drivers share. */
export const stationPage = (id: string): string => `${STATION_PAGE_PATH}?id=${encodeURIComponent(id)}`;
