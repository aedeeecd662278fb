export const notifications = {
  title: 'Notifications',
  unread: 'New',
  emptyTitle: 'Nothing yet',
  empty: 'Updates about your charges and payments appear here.',
  failedTitle: 'Notifications did not load',
};
