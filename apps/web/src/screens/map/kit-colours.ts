/** Colours of the kit's `tokens.css` that the map needs as literals, because its layers read no custom properties. */
export const KIT_COLOURS = {
  light: {
    ink: '#0c1510',
    surface: '#ffffff',
    mapGround: '#e9ece6',
    pinFree: '#0b8f49',
    pinBusy: '#1e5fe6',
    pinOff: '#66716b',
  },
  dark: {
    ink: '#f0f5f1',
    surface: '#171e1a',
    mapGround: '#141a17',
    pinFree: '#2ce57c',
    pinBusy: '#6a9dff',
    pinOff: '#86928b',
  },
};
