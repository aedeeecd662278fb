export const bookmarks = {
  title: 'Saved stations',
  emptyTitle: 'No Saved Stations',
  empty: 'Tap the bookmark on a station to save it here.',
  find: 'Find a station',
  remove: (station: string) => `Remove ${station} from saved`,
  forgotten: (station: string) => `${station} is no longer saved.`,
  undo: 'Undo',
  failedTitle: 'Saved stations did not load',
};
