export interface StreetsState {
  /** All tiles of the view are there. At smaller zooms, where there are no streets, it keeps its last value. */
  isShown: boolean;
  /** Some tiles of the view could not be fetched. */
  hasFailed: boolean;
  /** The zoom is large enough for streets. */
  isNear: boolean;
}

export const NO_STREETS: StreetsState = { isShown: false, hasFailed: false, isNear: false };
