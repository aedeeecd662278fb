/** The colours of the basemap. */
export declare const BASEMAP_COLOURS: Record<
  'light' | 'dark',
  Record<
    'water' | 'india' | 'abroad' | 'coast' | 'state' | 'border' | 'other' | 'town' | 'halo' | 'far' | 'farHalo' | 'sea',
    string
  >
>;
