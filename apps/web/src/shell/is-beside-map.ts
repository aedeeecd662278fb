import { createContext } from 'react';

/** True when the page is in the panel beside the map. The map's screen then has the `main` element. */
export const IsBesideMap = createContext(false);
