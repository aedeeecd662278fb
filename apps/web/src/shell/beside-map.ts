import { createContext } from 'react';

/** Whether a page stands in a panel beside the map, which is then the main part of the screen. */
export const BesideMap = createContext(false);
