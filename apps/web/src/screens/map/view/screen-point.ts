/** A position on the screen in px. y grows downward. */
export interface ScreenPoint {
  x: number;
  y: number;
}
