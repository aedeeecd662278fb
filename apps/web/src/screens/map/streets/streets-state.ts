export interface StreetsState {
  /** A screenful is there. Further off it stays as it was last. */
  isShown: boolean;
  /** Some of this screenful could not be had. */
  hasFailed: boolean;
  /** The map is so near that there are streets to show. */
  isNear: boolean;
}

export const NO_STREETS: StreetsState = { isShown: false, hasFailed: false, isNear: false };
