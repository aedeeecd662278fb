/** A station's page has its id as the query parameter `id`. Drivers share its address. */
export const STATION_PAGE_PATH = '/charger';
